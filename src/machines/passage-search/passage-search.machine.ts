import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { SearchResults } from '../../services/contract/search.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'

export interface PassageSearchContext {
  readonly integrationId: string
  /** As it stands in the field. */
  readonly query: string
  /** What the results are of. */
  readonly asked: string
  readonly results: SearchResults | null
  readonly error: string | null
}

export type PassageSearchEvent = { type: 'query.changed'; text: string } | { type: 'query.submitted' }

/** What an assistant would read for a question; the last query wins. */
export const passageSearchMachine = setup({
  types: {} as {
    context: PassageSearchContext
    events: PassageSearchEvent
    input: { integrationId: string }
    tags: 'busy'
    children: { searchPassages: 'searchPassages' }
  },
  actors: {
    searchPassages: fromPromise<SearchResults, { integrationId: string; query: string }>(
      notProvided('searchPassages'),
    ),
  },
  guards: {
    hasQuery: ({ context }) => context.query.trim() !== '',
    hasHits: (_, { results }: { results: SearchResults }) => results.hits.length > 0,
  },
  actions: {
    changeQuery: assign({ query: (_, { text }: { text: string }) => text }),
    rememberAsked: assign({ asked: ({ context }) => context.query.trim(), results: null, error: null }),
    takeResults: assign({ results: (_, { results }: { results: SearchResults }) => results }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, 'The server could not be reached. Your search is kept: try again.').message,
    }),
  },
}).createMachine({
  id: 'passageSearch',
  description: 'What an assistant would read for a question.',
  context: ({ input }) => ({ ...input, query: '', asked: '', results: null, error: null }),
  initial: 'idle',
  on: {
    'query.changed': { actions: { type: 'changeQuery', params: ({ event }) => event } },
    'query.submitted': { guard: 'hasQuery', target: '.searching', reenter: true, actions: 'rememberAsked' },
  },
  states: {
    idle: { description: 'Nothing was searched yet.' },
    searching: {
      description: 'The passages are ranked; another query takes the place of this one.',
      tags: 'busy',
      invoke: {
        id: 'searchPassages',
        src: 'searchPassages',
        input: ({ context }) => ({ integrationId: context.integrationId, query: context.asked }),
        onDone: [
          {
            guard: { type: 'hasHits', params: ({ event }) => ({ results: event.output }) },
            target: 'found',
            actions: { type: 'takeResults', params: ({ event }) => ({ results: event.output }) },
          },
          {
            target: 'nothingFound',
            actions: { type: 'takeResults', params: ({ event }) => ({ results: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    found: { description: 'Passages, best first.' },
    nothingFound: { description: 'No passage is about it; what could be done.' },
    failed: {
      description: 'What happened; the query stands in the field, and searching again is the way on.',
    },
  },
})

export type PassageSearchRef = ActorRefFrom<typeof passageSearchMachine>
