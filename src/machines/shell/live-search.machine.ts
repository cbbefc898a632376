import { assign, emit, setup } from 'xstate'

/** Debounce of typing in the filter. */
const TYPING_RESTS = 250 // ms

interface SearchContext<Search> {
  /** The filter of the list. */
  readonly applied: Search
  /** Text in the field. */
  readonly draft: Search
}

type SearchEvent<Search> = { type: 'search.changed'; change: Partial<Search> } | { type: 'search.submitted' }

/** A search while typing, without a request for every letter. */
export const createLiveSearchMachine = <Search extends object>(empty: Search) =>
  setup({
    types: {} as {
      context: SearchContext<Search>
      events: SearchEvent<Search>
      emitted: { type: 'search.settled'; search: Search }
    },
    delays: { typingRests: TYPING_RESTS },
    actions: {
      changeDraft: assign(({ context: { draft } }, { change }: { change: Partial<Search> }) => ({
        draft: { ...draft, ...change },
      })),
      applyDraft: assign(({ context: { draft } }) => ({ applied: draft })),
      announceSettled: emit(({ context: { draft } }) => ({ type: 'search.settled' as const, search: draft })),
    },
  }).createMachine({
    id: 'liveSearch',
    description: 'A search that follows typing.',
    context: { applied: empty, draft: empty },
    initial: 'settled',
    states: {
      settled: {
        description: 'The list shows what was searched for.',
        on: {
          'search.changed': {
            target: 'typing',
            actions: { type: 'changeDraft', params: ({ event }) => event },
          },
        },
      },
      typing: {
        description: 'The search is being changed; the list follows when typing pauses, or on Enter.',
        after: { typingRests: { target: 'settled', actions: ['applyDraft', 'announceSettled'] } },
        on: {
          'search.changed': {
            target: 'typing',
            reenter: true,
            actions: { type: 'changeDraft', params: ({ event }) => event },
          },
          'search.submitted': { target: 'settled', actions: ['applyDraft', 'announceSettled'] },
        },
      },
    },
  })

/** A text-only search. */
export const liveSearchMachine = createLiveSearchMachine({ text: '' })
