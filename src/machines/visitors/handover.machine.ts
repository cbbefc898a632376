import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import type { VisitorHandover } from '../../services/contract/handover.ts'
import type { IntegrationMessage, OrganizationMessage } from '../../services/contract/sockets.ts'
import { t } from '../../texts/t.ts'
import type { LiveEvent } from '../connection/connections/connections.types.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { changesField, formActions, remembersFailure, submitsTo } from '../shared/form/form.parts.ts'
import {
  type ContactValues,
  type Followed,
  type HandoverContext,
  type HandoverEvent,
  isPersonThere,
  type OwnConversation,
  type Verdict,
} from './handover.types.ts'

/** Customers whom the site has proved need not fill in anything. */
const problemsOf = ({ values, view }: Pick<HandoverContext, 'values' | 'view'>) =>
  view?.customer || EMAIL_PATTERN.test(values.email.trim())
    ? {}
    : { email: t('Enter an address such as you@example.com.') }

const lastSaid = ({ view }: HandoverContext) =>
  view?.entries.findLast(({ kind }) => kind === 'visitor' || kind === 'reply')

const isUnderWay = ({ view }: HandoverContext) => view?.status === 'open' || view?.status === 'waiting'

/** Takes the server's answer, and decides again. */
const takesAnswer = {
  target: 'deciding',
  actions: {
    type: 'takeView',
    params: ({ event }: { event: { output: VisitorHandover } }) => ({ view: event.output }),
  },
} as const

/** While a person replies. */
const writes = {
  'draft.changed': {
    actions: { type: 'changeDraft', params: ({ event }: { event: { text: string } }) => event },
  },
  'message.submitted': { guard: 'hasMessage', target: '#handover.writing', actions: 'forgetError' },
} as const

/** While a request is in flight, its answer decides. */
const takesQuietly = {
  'handover.read': {
    guard: { type: 'isSame', params: ({ event }: { event: { conversationId: string } }) => event },
    actions: {
      type: 'takeRead',
      params: ({ event }: { event: { conversationId: string; view: VisitorHandover } }) => event,
    },
  },
} as const

/** The hand-over from an assistant to a person, in the shown conversation: a visitor's or a member's. */
export const handoverMachine = setup({
  types: {} as {
    context: HandoverContext
    events: HandoverEvent
    input: OwnConversation | undefined
    /** `waited`: a reply is expected or has arrived. */
    tags: 'busy' | 'open' | 'waited'
    children: { follow: 'follow'; request: 'request'; write: 'write'; saveVerdict: 'saveVerdict' }
  },
  actors: {
    /** Reads the server's state of the shown conversation, and receives updates. */
    follow: fromCallback<LiveEvent<IntegrationMessage | OrganizationMessage>, Followed>(
      notProvided('follow'),
    ),
    request: fromPromise<VisitorHandover, { conversationId: string; values: ContactValues }>(
      notProvided('request'),
    ),
    write: fromPromise<VisitorHandover, { conversationId: string; content: string }>(notProvided('write')),
    saveVerdict: fromPromise<VisitorHandover, { conversationId: string; verdict: Verdict }>(
      notProvided('saveVerdict'),
    ),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isSame: ({ context }, { conversationId }: { conversationId: string }) =>
      context.conversationId === conversationId,
    hasMessage: ({ context }) => isPersonThere(context) && context.draft.trim() !== '',
    isUnderWay: ({ context }) => isUnderWay(context),
    isAnswered: ({ context }) => isUnderWay(context) && lastSaid(context)?.kind === 'reply',
    isAskedFor: ({ context: { view, declined } }) =>
      !declined && (view?.offer === 'asked' || view?.offer === 'refused'),
    isOffered: ({ context }) => context.view?.offer != null,
    /** Of the shown conversation, while a person is still offered. */
    isStillOffered: (
      { context },
      { conversationId, view }: { conversationId: string; view: VisitorHandover },
    ) => context.conversationId === conversationId && view.offer !== null,
    isResolved: ({ context }) => context.view?.status === 'resolved',
    isUnrated: ({ context }) => context.view?.rating === null,
    hasNoVerdict: ({ context }) => context.view?.helped === null,
    /** No one has written since it was sent. */
    isStillSent: ({ context }, { conversationId, view }: { conversationId: string; view: VisitorHandover }) =>
      context.conversationId === conversationId && view.status === 'open' && view.entries.length === 0,
  },
  actions: {
    ...formActions<HandoverContext, HandoverEvent>(
      problemsOf,
      t('Your request could not be sent. Your text is kept: try again.'),
    ),
    /** For next time, in this browser. */
    rememberContact: actionNotProvided<ContactValues>('rememberContact'),
    takeContact: assign((_, { values }: { values: ContactValues }) => ({ values })),
    takeRead: assign(
      ({ context }, { conversationId, view }: { conversationId: string; view: VisitorHandover }) =>
        context.conversationId === conversationId
          ? { view }
          : { conversationId, view, declined: false, draft: '', error: null, typist: null },
    ),
    takeView: assign((_, { view }: { view: VisitorHandover }) => ({ view })),
    leave: assign({
      conversationId: null,
      view: null,
      declined: false,
      draft: '',
      error: null,
      typist: null,
    }),
    decline: assign({ declined: true, fieldErrors: {}, error: null }),
    changeDraft: assign((_, { text }: { text: string }) => ({ draft: text })),
    takeVerdict: assign((_, verdict: Verdict) => ({ verdict, error: null })),
    clearDraft: assign({ draft: '' }),
    rememberUnproved: assign({ unproved: true }),
    rememberTypist: assign((_, { name }: { name: string | null }) => ({ typist: name })),
    forgetError: assign({ error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('That could not be sent. Your text is kept: try again.')).message,
    }),
  },
}).createMachine({
  id: 'handover',
  description: 'The way from an assistant to a person: of a visitor, or of a member.',
  context: ({ input }) => ({
    own: input ?? null,
    conversationId: null,
    view: null,
    declined: false,
    draft: '',
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
    'identity.refused': { actions: 'rememberUnproved' },
    'typing.received': { actions: { type: 'rememberTypist', params: ({ event }) => event } },
  },
  states: {
    absent: { description: 'There is no conversation, or nothing is known about it.' },
    deciding: {
      description: 'The server’s response decides what the visitor sees.',
      always: [
        { guard: 'isAnswered', target: 'underWay.answered' },
        { guard: 'isUnderWay', target: 'underWay.waiting' },
        { guard: 'isAskedFor', target: 'asking' },
        { guard: 'isOffered', target: 'offered' },
        { guard: 'isResolved', target: 'closed' },
        { target: 'assisted' },
      ],
    },
    assisted: {
      description: 'The assistant answers; the visitor may say once whether that has helped.',
      on: {
        'verdict.given': {
          guard: 'hasNoVerdict',
          target: 'savingVerdict',
          actions: { type: 'takeVerdict', params: ({ event: { helped } }) => ({ helped }) },
        },
      },
    },
    offered: {
      description: 'A person is offered; one press asks for one.',
      on: { 'form.opened': 'asking' },
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
      tags: 'waited',
      initial: 'waiting',
      on: {
        'request.closed': {
          target: 'savingVerdict',
          actions: { type: 'takeVerdict', params: { closed: true } },
        },
      },
      states: {
        sent: {
          description: 'It is confirmed, with the expected reply time.',
          on: {
            'handover.read': {
              guard: { type: 'isStillSent', params: ({ event }) => event },
              actions: { type: 'takeRead', params: ({ event }) => event },
            },
          },
        },
        waiting: {
          description: 'A reply is awaited. Where a person has taken over, the visitor writes to them.',
          on: writes,
        },
        answered: { description: 'A person has replied.', on: writes },
      },
    },
    writing: {
      description: 'A message to the person is sent; when that fails, it stays in the composer.',
      tags: ['busy', 'waited'],
      on: takesQuietly,
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ conversationId: context.conversationId!, content: context.draft }),
        onDone: {
          target: 'deciding',
          actions: ['clearDraft', { type: 'takeView', params: ({ event }) => ({ view: event.output }) }],
        },
        onError: {
          target: 'deciding',
          actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    closed: {
      description: 'It is resolved; the assistant answers again, and the help can be rated once.',
      on: {
        'rating.given': {
          guard: 'isUnrated',
          target: 'savingVerdict',
          actions: { type: 'takeVerdict', params: ({ event: { rating } }) => ({ rating }) },
        },
      },
    },
    savingVerdict: {
      description: 'The visitor’s verdict is saved.',
      tags: 'busy',
      on: takesQuietly,
      invoke: {
        id: 'saveVerdict',
        src: 'saveVerdict',
        input: ({ context }) => ({ conversationId: context.conversationId!, verdict: context.verdict! }),
        onDone: takesAnswer,
        onError: {
          target: 'deciding',
          actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})

export type HandoverRef = ActorRefFrom<typeof handoverMachine>
