import { type ActorRefFrom, type AnyActorRef, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Message } from '../../services/contract/conversations.ts'
import { asPlainText } from '../../services/contract/markers.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'
import { type Draft, NOTHING_TYPED, putBefore } from './inbox/draft.ts'

interface DraftReplyInput {
  readonly conversationId: string
  /** Gets the texts. */
  readonly inbox: AnyActorRef
}

interface DraftReplyContext extends DraftReplyInput {
  /** The text that it replaced. */
  readonly before: Draft
  /** With citations; null until there is one. */
  readonly draft: Message | null
  readonly error: string | null
}

export type DraftReplyEvent =
  | { type: 'draft.requested' }
  | { type: 'draft.cancelled' }
  | { type: 'draft.undone' }
  /** From the inbox: what the draft replaced; its text was submitted and has arrived, or something else was typed. */
  | { type: 'text.replaced'; draft: Draft }
  /** It could not be sent, and stands before the draft in the composer. */
  | { type: 'text.returned'; draft: Draft }
  | { type: 'draft.submitted' }
  | { type: 'draft.sent' }
  | { type: 'text.changed'; text: string }

/** The assistant drafts a reply from the sources: it goes into the composer, and only a person sends it. */
export const draftReplyMachine = setup({
  types: {} as {
    context: DraftReplyContext
    input: DraftReplyInput
    events: DraftReplyEvent
    tags: 'busy'
    children: { draft: 'draft' }
  },
  actors: { draft: fromPromise<Message, { conversationId: string }>(notProvided('draft')) },
  guards: {
    isEmpty: (_, { text }: { text: string }) => text.trim() === '',
    isAnswer: (_, { draft }: { draft: Message }) => draft.answered !== false && draft.content.trim() !== '',
  },
  actions: {
    forgetEarlier: assign({ draft: null, error: null }),
    rememberReplaced: assign((_, { draft }: { draft: Draft }) => ({ before: draft })),
    keepDraft: assign((_, { draft }: { draft: Message }) => ({ draft })),
    forgetDraft: assign({ draft: null }),
    write: sendTo(
      ({ context }) => context.inbox,
      ({ context: { conversationId } }, draft: Draft) => ({
        type: 'text.written',
        conversationId,
        draft,
      }),
    ),
    sayNothingFound: assign({ error: t('The sources do not answer this. Your text is unchanged.') }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('No draft could be made. Your text is unchanged: try again.')).message,
    }),
  },
}).createMachine({
  id: 'draftReply',
  description: 'The assistant drafts a reply to a customer from the sources.',
  context: ({ input }) => ({ ...input, before: NOTHING_TYPED, draft: null, error: null }),
  initial: 'idle',
  states: {
    idle: {
      description: 'A draft can be requested.',
      on: {
        'draft.requested': { target: 'drafting', actions: 'forgetEarlier' },
      },
    },
    drafting: {
      description: 'It is being sent; the typed text stays until then.',
      tags: 'busy',
      invoke: {
        id: 'draft',
        src: 'draft',
        input: ({ context: { conversationId } }) => ({ conversationId }),
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => ({ draft: event.output }) },
            target: 'drafted',
            actions: [
              { type: 'keepDraft', params: ({ event }) => ({ draft: event.output }) },
              {
                type: 'write',
                params: ({ event }) => ({ kind: 'reply', content: asPlainText(event.output.content) }),
              },
            ],
          },
          { target: 'idle', actions: 'sayNothingFound' },
        ],
        onError: { target: 'idle', actions: remembersError },
      },
      on: { 'draft.cancelled': 'idle' },
    },
    drafted: {
      description:
        'It is in the composer until that is sent or emptied, with its sources below; what was typed before comes back on demand.',
      on: {
        'draft.undone': {
          target: 'idle',
          actions: ['forgetDraft', { type: 'write', params: ({ context }) => context.before }],
        },
        'text.replaced': { actions: { type: 'rememberReplaced', params: ({ event }) => event } },
        'text.changed': {
          guard: { type: 'isEmpty', params: ({ event }) => event },
          target: 'idle',
          actions: 'forgetDraft',
        },
        'draft.requested': { target: 'drafting', actions: 'forgetEarlier' },
      },
      initial: 'written',
      states: {
        written: {
          description: 'A text that arrives now was submitted before it.',
          on: {
            'draft.submitted': 'submitted',
            'text.returned': {
              actions: {
                type: 'rememberReplaced',
                params: ({ context, event }) => ({ draft: putBefore(event.draft, context.before) }),
              },
            },
          },
        },
        submitted: {
          description: 'It is forgotten once it has arrived. If that fails, it is in the composer again.',
          on: { 'draft.sent': { target: '#draftReply.idle', actions: 'forgetDraft' } },
        },
      },
    },
  },
})

export type DraftReplyRef = ActorRefFrom<typeof draftReplyMachine>
