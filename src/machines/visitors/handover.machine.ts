import type { ActorRefFrom } from 'xstate'
import type { VisitorHandover } from '../../services/contract/handover.ts'
import { remembersError } from '../shared/failed-call.ts'
import { changesField, remembersFailure, submitsTo } from '../shared/form/form.parts.ts'
import { handoverSetup } from './handover.setup.ts'
import type { HandoverContext } from './handover.types.ts'

/** Takes the server’s response, which decides the next state. */
const takesAnswer = {
  target: '#handover.deciding',
  actions: {
    type: 'takeNewer',
    params: ({ event }: { event: { output: VisitorHandover } }) => ({ view: event.output }),
  },
} as const

/** The requester closes the request. */
const closes = {
  'request.closed': {
    target: '#handover.underWay.closing',
    actions: { type: 'takeVerdict', params: { closed: true } },
  },
} as const

/** The next message is typed. */
const typesDraft = {
  'draft.changed': {
    actions: [
      { type: 'changeDraft', params: ({ event }: { event: { text: string } }) => event },
      'keepDraft',
    ],
  },
} as const

const pendingOf = ({ context }: { context: HandoverContext }) => context.pending!

/** It has arrived, or is in the composer again. */
const dropsPending = [{ type: 'dropPending', params: pendingOf }, 'forgetPending'] as const

/** While a person replies. */
const writes = {
  ...closes,
  ...typesDraft,
  'message.submitted': {
    guard: 'hasMessage',
    target: '#handover.writing',
    actions: ['sendDraft', 'keepDraft', { type: 'keepPending', params: pendingOf }],
  },
} as const

/** While a request is in flight, its response decides the next state. */
const takesQuietly = {
  'handover.read': {
    guard: { type: 'isSame', params: ({ event }: { event: { conversationId: string } }) => event },
    actions: {
      type: 'takeRead',
      params: ({ event }: { event: { conversationId: string; view: VisitorHandover } }) => event,
    },
  },
} as const

/** Saves a verdict of the visitor. */
const savesVerdict = {
  tags: 'busy',
  on: takesQuietly,
  invoke: {
    id: 'saveVerdict',
    src: 'saveVerdict',
    input: ({ context }: { context: HandoverContext }) => ({
      conversationId: context.conversationId!,
      verdict: context.verdict!,
    }),
    onDone: takesAnswer,
    onError: { target: '#handover.deciding', actions: remembersError },
  },
} as const

/** The hand-over from an assistant to a person, in the shown conversation: a visitor’s or a member’s. */
export const handoverMachine = handoverSetup.createMachine({
  id: 'handover',
  description: 'The hand-over of a visitor or member from an assistant to a person.',
  context: ({ input }) => ({
    own: input ?? null,
    conversationId: null,
    view: null,
    declined: false,
    draft: '',
    pending: null,
    isLeft: false,
    typist: null,
    unproved: false,
    verdict: null,
    values: { name: '', email: '' },
    fieldErrors: {},
    error: null,
    refusals: 0,
  }),
  invoke: { id: 'follow', src: 'follow', input: ({ context: { own } }) => ({ own }) },
  initial: 'absent',
  on: {
    'handover.read': { target: '.deciding', actions: { type: 'takeRead', params: ({ event }) => event } },
    'conversation.left': { target: '.absent', actions: 'leave' },
    'contact.recalled': { actions: { type: 'takeContact', params: ({ event }) => event } },
    'draft.recalled': {
      actions: [{ type: 'putBefore', params: ({ event }) => event }, 'keepDraft', 'showText'],
    },
    'question.returned': { actions: 'showText' },
    'view.left': { actions: 'leaveView' },
    'identity.refused': { actions: 'rememberUnproved' },
    'typing.received': { actions: { type: 'rememberTypist', params: ({ event }) => event } },
  },
  states: {
    absent: { description: 'There is no conversation, or nothing is known about it.' },
    deciding: {
      description: 'The server’s response decides what the visitor sees.',
      entry: 'showText',
      always: [
        { guard: 'isUnknown', target: 'absent' },
        { guard: 'isAnswered', target: 'underWay.answered' },
        { guard: 'isUnderWay', target: 'underWay.waiting' },
        { guard: 'isAskedFor', target: 'asking' },
        { guard: 'isOffered', target: 'offered' },
        { guard: 'isResolved', target: 'closed' },
        { target: 'assisted' },
      ],
    },
    assisted: {
      description: 'The assistant answers. The visitor is asked whether its answers helped.',
      tags: 'helpAsked',
      initial: 'idle',
      states: {
        idle: {
          description: 'It can be said once.',
          on: {
            'verdict.given': {
              guard: 'hasNoVerdict',
              target: 'saving',
              actions: { type: 'takeVerdict', params: ({ event: { helped } }) => ({ helped }) },
            },
          },
        },
        saving: { description: 'The visitor’s answer is saved.', ...savesVerdict },
      },
    },
    offered: {
      description: 'A person is offered; one press asks for one.',
      on: { 'form.opened': { target: 'asking', actions: 'readAgain' } },
    },
    asking: {
      description: 'The form asks for a name and an address; entries are kept until it is sent.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('sending'),
        'form.closed': { target: 'offered', actions: 'decline' },
        // An update does not close the form while it is being filled in.
        'handover.read': {
          guard: { type: 'isStillOffered', params: ({ event }) => event },
          actions: { type: 'takeRead', params: ({ event }) => event },
        },
      },
    },
    sending: {
      description: 'The request is sent; it cannot be sent twice.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField, ...takesQuietly },
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { conversationId, view, values } }) => ({
          conversationId: conversationId!,
          values: view?.customer ?? values,
        }),
        onDone: {
          target: 'underWay.sent',
          actions: [
            { type: 'takeView', params: ({ event }) => ({ view: event.output }) },
            { type: 'rememberContact', params: ({ context }) => context.values },
          ],
        },
        onError: { target: 'asking', actions: remembersFailure },
      },
    },
    underWay: {
      description: 'A person was requested. The requester can close the request.',
      initial: 'waiting',
      states: {
        sent: {
          description: 'It is confirmed, with the expected reply time.',
          on: {
            ...closes,
            'handover.read': {
              guard: { type: 'isStillSent', params: ({ event }) => event },
              actions: { type: 'takeRead', params: ({ event }) => event },
            },
          },
        },
        waiting: {
          description: 'A reply is awaited. Once a person has taken over, the visitor writes to them.',
          on: writes,
        },
        answered: { description: 'A person has replied.', on: writes },
        closing: { description: 'The request is being closed.', ...savesVerdict },
      },
    },
    writing: {
      description:
        'A message to the person is sent, and the next one can be typed. If that fails, it is back in the composer; if that is not shown, a toast says so.',
      tags: ['busy', 'committed'],
      on: {
        ...typesDraft,
        // Another conversation may be shown before the response arrives.
        'handover.read': { actions: { type: 'takeRead', params: ({ event }) => event } },
        'conversation.left': { actions: 'leave' },
      },
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { pending } }) => pending!,
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'takeWritten', params: ({ event }) => ({ view: event.output }) },
            ...dropsPending,
          ],
        },
        onError: [
          {
            guard: 'isAway',
            target: 'deciding',
            actions: [
              { type: 'sayUnsent', params: ({ event }) => ({ error: event.error }) },
              'forgetPending',
            ],
          },
          {
            target: 'deciding',
            actions: [
              { type: 'putBefore', params: ({ context }) => ({ text: context.pending!.content }) },
              'keepDraft',
              remembersError,
              ...dropsPending,
            ],
          },
        ],
      },
    },
    closed: {
      description: 'The request is resolved. The assistant answers again, and the help can be rated once.',
      initial: 'idle',
      states: {
        idle: {
          description: 'It can be rated once.',
          on: {
            'rating.given': {
              guard: 'isUnrated',
              target: 'saving',
              actions: { type: 'takeVerdict', params: ({ event: { rating } }) => ({ rating }) },
            },
          },
        },
        saving: { description: 'The rating is saved.', ...savesVerdict },
      },
    },
  },
})

export type HandoverRef = ActorRefFrom<typeof handoverMachine>
