import { type ActorRefFrom, assign, setup } from 'xstate'
import type { PassageFilter } from '../../services/contract/documents.ts'

/** Typing rests for so long before the list follows it. */
const TYPING_RESTS = 250 // ms

interface PassageFilterContext {
  /** What the list shows. */
  readonly filter: PassageFilter
  /** What is being typed into it. */
  readonly draft: PassageFilter
}

/** Which passages of a knowledge base are shown. */
export const passageFilterMachine = setup({
  types: {} as {
    context: PassageFilterContext
    events: { type: 'filter.changed'; change: Partial<PassageFilter> }
  },
  delays: { typingRests: TYPING_RESTS },
  actions: {
    draftFilter: assign({
      draft: ({ context }, { change }: { change: Partial<PassageFilter> }) => ({
        ...context.draft,
        ...change,
      }),
    }),
    applyFilter: assign({ filter: ({ context }) => context.draft }),
  },
}).createMachine({
  id: 'passageFilter',
  description: 'Which passages of a knowledge base are shown.',
  context: { filter: {}, draft: {} },
  initial: 'applied',
  states: {
    applied: {
      description: 'The list shows what the filter lets through.',
      on: {
        'filter.changed': {
          target: 'typing',
          actions: { type: 'draftFilter', params: ({ event }) => event },
        },
      },
    },
    typing: {
      description: 'The filter is being changed; the list follows when that rests.',
      after: { typingRests: { target: 'applied', actions: 'applyFilter' } },
      on: {
        'filter.changed': {
          target: 'typing',
          reenter: true,
          actions: { type: 'draftFilter', params: ({ event }) => event },
        },
      },
    },
  },
})

export type PassageFilterRef = ActorRefFrom<typeof passageFilterMachine>
