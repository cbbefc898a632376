import { type ActorRefFrom, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

/** An answer, or a passage that a question found. */
export type GoldenSource =
  | { readonly kind: 'answer'; readonly messageId: string }
  | {
      readonly kind: 'passage'
      readonly knowledgeBaseId: string
      readonly question: string
      readonly documentId: string
      readonly quote: string
    }

type TakeGoldenEvent = { type: 'golden.taken'; source: GoldenSource }

/** A question and what was found for it become a golden question. */
export const takeGoldenMachine = setup({
  types: {} as { events: TakeGoldenEvent; tags: 'busy'; children: { take: 'take' } },
  actors: { take: fromPromise<void, GoldenSource>(notProvided('take')) },
  actions: {
    showToast,
    refreshGolden: actionNotProvided('refreshGolden'),
  },
}).createMachine({
  id: 'takeGolden',
  description: 'A question and what was found for it become a golden question.',
  initial: 'idle',
  states: {
    idle: { description: 'One can be taken.', on: { 'golden.taken': 'taking' } },
    taking: {
      description: 'The server keeps it; a second one has to wait.',
      tags: 'busy',
      invoke: {
        id: 'take',
        src: 'take',
        input: ({ event }) => event.source,
        onDone: {
          target: 'idle',
          actions: [
            'refreshGolden',
            { type: 'showToast', params: { type: 'success', message: t('Saved as a golden question.') } },
          ],
        },
        onError: {
          target: 'idle',
          actions: {
            type: 'showToast',
            params: ({ event }) => ({
              type: 'error',
              message: failureOf(event.error, 'The golden question could not be kept. Please try again.')
                .message,
            }),
          },
        },
      },
    },
  },
})

export type TakeGoldenRef = ActorRefFrom<typeof takeGoldenMachine>
