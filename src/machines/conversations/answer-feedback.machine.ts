import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { AnswerFeedback, FeedbackReason } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

type Rating = AnswerFeedback['rating']

interface AnswerFeedbackContext {
  readonly messageId: string
  /** The server's value; null means no thumb. */
  readonly saved: AnswerFeedback | null
  /** The value being saved; shown already. */
  readonly wanted: AnswerFeedback | null
  readonly reason: FeedbackReason | null
  readonly comment: string
  readonly error: string | null
}

type AnswerFeedbackEvent =
  | { type: 'thumb.pressed'; rating: Rating }
  | { type: 'explanation.opened' }
  | { type: 'reason.picked'; reason: FeedbackReason }
  | { type: 'comment.changed'; text: string }
  | { type: 'explanation.submitted' }
  | { type: 'explanation.closed' }

type Saving = { messageId: string; feedback: AnswerFeedback | null }

const savingOf = ({ context }: { context: AnswerFeedbackContext }): Saving => ({
  messageId: context.messageId,
  feedback: context.wanted,
})

const announcesIt = { type: 'announceFeedback', params: savingOf } as const
const givesUp = {
  type: 'giveUp',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

const rating = ({ event }: { event: { rating: Rating } }) => event
const pressesThumb = [
  { guard: { type: 'isSame', params: rating }, target: 'saving', actions: 'wantNone' },
  { target: 'saving', actions: { type: 'wantThumb', params: rating } },
] as const

/** Rates one answer with a thumb. A second press takes it back; after a thumb down, a reason can be given. */
export const answerFeedbackMachine = setup({
  types: {} as {
    context: AnswerFeedbackContext
    events: AnswerFeedbackEvent
    input: { messageId: string; feedback: AnswerFeedback | null }
    tags: 'busy' | 'explaining' | 'committed'
    children: { saveFeedback: 'saveFeedback' }
  },
  actors: { saveFeedback: fromPromise<void, Saving>(notProvided('saveFeedback')) },
  guards: {
    isSame: ({ context }, { rating }: { rating: Rating }) => context.saved?.rating === rating,
    isRated: ({ context }) => context.saved !== null,
    differs: ({ context: { reason, comment } }, { from }: { from: AnswerFeedback | null }) =>
      reason !== from?.reason || comment.trim() !== from.comment,
    isUnexplained: ({ context: { saved, wanted } }) =>
      wanted?.rating === 'down' && wanted.rating !== saved?.rating,
  },
  actions: {
    /** Other views show this answer, too. */
    announceFeedback: actionNotProvided<Saving>('announceFeedback'),
    wantThumb: assign({
      wanted: (_, { rating }: { rating: Rating }) => ({ rating, reason: null, comment: '' }),
      error: null,
    }),
    wantNone: assign({ wanted: null, error: null }),
    wantExplanation: assign({
      wanted: ({ context }) =>
        context.saved && { ...context.saved, reason: context.reason, comment: context.comment.trim() },
      error: null,
    }),
    beginExplanation: assign({
      reason: ({ context }) => context.saved?.reason ?? null,
      comment: ({ context }) => context.saved?.comment ?? '',
    }),
    pickReason: assign({
      reason: ({ context }, { reason }: { reason: FeedbackReason }) =>
        context.reason === reason ? null : reason,
    }),
    changeComment: assign({ comment: (_, { text }: { text: string }) => text }),
    keepSaved: assign({ saved: ({ context }) => context.wanted }),
    giveUp: assign({
      wanted: ({ context }) => context.saved,
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('Your feedback could not be saved. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'answerFeedback',
  description: 'The rating of one answer.',
  context: ({ input: { messageId, feedback } }) => ({
    messageId,
    saved: feedback,
    wanted: feedback,
    reason: null,
    comment: '',
    error: null,
  }),
  initial: 'resting',
  states: {
    resting: {
      description: 'The thumb as it is saved.',
      on: {
        'thumb.pressed': pressesThumb,
        'explanation.opened': { guard: 'isRated', target: 'explaining', actions: 'beginExplanation' },
      },
    },
    explaining: {
      description: 'Asks for a reason and a comment, both optional. The thumb is saved already.',
      tags: 'explaining',
      on: {
        'thumb.pressed': pressesThumb,
        'reason.picked': { actions: { type: 'pickReason', params: ({ event }) => event } },
        'comment.changed': { actions: { type: 'changeComment', params: ({ event }) => event } },
        'explanation.submitted': {
          guard: { type: 'differs', params: ({ context }) => ({ from: context.saved }) },
          target: 'savingExplanation',
          actions: 'wantExplanation',
        },
        'explanation.closed': 'resting',
      },
    },
    saving: {
      description: 'The changed thumb is shown at once and sent to the server.',
      tags: ['busy', 'committed'],
      invoke: {
        id: 'saveFeedback',
        src: 'saveFeedback',
        input: savingOf,
        onDone: [
          {
            guard: 'isUnexplained',
            target: 'explaining',
            actions: ['keepSaved', 'beginExplanation', announcesIt],
          },
          { target: 'resting', actions: ['keepSaved', announcesIt] },
        ],
        onError: { target: 'resting', actions: givesUp },
      },
    },
    savingExplanation: {
      description: 'The reason is sent; what is typed meanwhile stays, and all of it if it cannot be saved.',
      tags: ['busy', 'explaining', 'committed'],
      on: {
        'reason.picked': { actions: { type: 'pickReason', params: ({ event }) => event } },
        'comment.changed': { actions: { type: 'changeComment', params: ({ event }) => event } },
      },
      invoke: {
        id: 'saveFeedback',
        src: 'saveFeedback',
        input: savingOf,
        onDone: [
          {
            guard: { type: 'differs', params: ({ context }) => ({ from: context.wanted }) },
            target: 'explaining',
            actions: ['keepSaved', announcesIt],
          },
          { target: 'resting', actions: ['keepSaved', announcesIt] },
        ],
        onError: { target: 'explaining', actions: givesUp },
      },
    },
  },
})

export type AnswerFeedbackRef = ActorRefFrom<typeof answerFeedbackMachine>
