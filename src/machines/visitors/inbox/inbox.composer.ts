import { remembersError } from '../../shared/failed-call.ts'
import { inboxSetup } from './inbox.setup.ts'
import type { Draft, InboxContext } from './inbox.types.ts'

/** The next text is typed, also while one is being sent. */
const types = {
  'draft.changed': {
    actions: [
      { type: 'changeDraft', params: ({ event }: { event: { text: string } }) => event },
      { type: 'keepDrafts', params: ({ context }: { context: InboxContext }) => context },
      'reportReplying',
    ],
  },
  'kind.picked': {
    actions: [
      { type: 'pickKind', params: ({ event }: { event: Pick<Draft, 'kind'> }) => event },
      { type: 'keepDrafts', params: ({ context }: { context: InboxContext }) => context },
    ],
  },
} as const

const composes = {
  ...types,
  'entry.submitted': { guard: 'hasText', target: 'sending', actions: 'startSending' },
} as const

type Written = { event: { output: { conversationId: string } } }

const arrives = [
  'forgetSent',
  { type: 'keepDrafts', params: ({ event }: Written) => event.output },
  { type: 'raiseUpdate', params: ({ event }: Written) => event.output },
] as const

const putsDraftBack = {
  type: 'putDraftBack',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/** The region of the text beside the conversation. */
export const inboxComposer = inboxSetup.createStateConfig({
  initial: 'writing',
  states: {
    writing: {
      description:
        'A reply or a note is written. The draft stays with its conversation, even if the inbox is left.',
      on: composes,
    },
    sending: {
      description:
        'The text is sent, and the next one can be typed. What got no answer before is repeated first. If that fails, it is back in its conversation; if that is not shown, a toast says so.',
      tags: ['sending', 'committed'],
      on: types,
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({
          conversationId: context.sentTo!.conversationId,
          entry: context.pending[0]!,
        }),
        onDone: [
          { guard: 'isFollowed', target: 'sending', reenter: true, actions: [...arrives] },
          {
            target: 'writing',
            actions: [...arrives, { type: 'reportSent', params: ({ event }) => event.output }],
          },
        ],
        onError: [
          {
            guard: 'isElsewhere',
            target: 'writing',
            actions: [
              putsDraftBack,
              remembersError,
              { type: 'sayUnsent', params: ({ event }) => ({ error: event.error }) },
              { type: 'raiseUpdate', params: ({ context }) => context.sentTo! },
            ],
          },
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            target: 'overtaken',
            actions: [
              putsDraftBack,
              remembersError,
              { type: 'raiseUpdate', params: ({ context }) => context.sentTo! },
            ],
          },
          { target: 'writing', actions: [putsDraftBack, remembersError] },
        ],
      },
    },
    overtaken: {
      description:
        'Someone else replied first. Their reply is shown; the text is kept and can be sent after it.',
      on: composes,
    },
  },
})
