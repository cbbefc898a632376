import { remembersError } from '../../shared/failed-call.ts'
import type { Draft } from './draft.ts'
import { inboxSetup } from './inbox.setup.ts'
import { type InboxContext, returnedDraft } from './inbox.types.ts'

const shown = ({ context: { conversationId } }: { context: InboxContext }) => ({ conversationId })

/** A change, and its conversation. */
const typed = <Change extends object>({ context, event }: { context: InboxContext; event: Change }) => ({
  ...event,
  conversationId: context.conversationId,
})

/** The next text is typed, also while one is being sent. */
const types = {
  'draft.changed': {
    actions: [
      { type: 'changeDraft', params: typed<{ text: string }> },
      { type: 'keepDrafts', params: shown },
      { type: 'reportReplying', params: shown },
      {
        type: 'tellDraftReply',
        params: ({ context, event: { text } }: { context: InboxContext; event: { text: string } }) => ({
          ...shown({ context }),
          event: { type: 'text.changed' as const, text },
        }),
      },
    ],
  },
  'kind.picked': {
    actions: [
      { type: 'pickKind', params: typed<Pick<Draft, 'kind'>> },
      { type: 'keepDrafts', params: shown },
    ],
  },
} as const

const composes = {
  ...types,
  'entry.submitted': {
    guard: 'hasText',
    target: 'sending',
    actions: [
      'startSending',
      { type: 'keepDrafts', params: shown },
      {
        type: 'tellDraftReply',
        params: (scope: { context: InboxContext }) => ({
          ...shown(scope),
          event: { type: 'draft.submitted' as const },
        }),
      },
    ],
  },
} as const

type Written = { event: { output: { conversationId: string } } }

const arrives = [
  'forgetSent',
  { type: 'keepDrafts', params: ({ event }: Written) => event.output },
  { type: 'raiseUpdate', params: ({ event }: Written) => event.output },
] as const

const putsDraftBack = [
  {
    type: 'tellDraftReply',
    params: ({ context, event: { error } }: { context: InboxContext; event: { error: unknown } }) => ({
      ...context.sentTo!,
      event: { type: 'text.returned' as const, draft: returnedDraft(context, error) },
    }),
  },
  {
    type: 'putDraftBack',
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
  { type: 'keepDrafts', params: ({ context }: { context: InboxContext }) => context.sentTo! },
  remembersError,
] as const

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
            actions: [
              ...arrives,
              {
                type: 'tellDraftReply',
                params: ({ event }) => ({ ...event.output, event: { type: 'draft.sent' as const } }),
              },
            ],
          },
        ],
        onError: [
          {
            guard: 'isElsewhere',
            target: 'writing',
            actions: [
              ...putsDraftBack,
              { type: 'sayUnsent', params: ({ event }) => ({ error: event.error }) },
              { type: 'raiseUpdate', params: ({ context }) => context.sentTo! },
            ],
          },
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            target: 'overtaken',
            actions: [...putsDraftBack, { type: 'raiseUpdate', params: ({ context }) => context.sentTo! }],
          },
          { target: 'writing', actions: [...putsDraftBack] },
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
