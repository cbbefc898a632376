import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { SearchResults } from '../../services/contract/search.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'
import { foundOrNothing } from './search-outcome.ts'

/** Where to search; null means everywhere that the assistant searches. */
export interface SearchScope {
  readonly knowledgeBaseId: string | null
  readonly documentId: string | null
}

export interface PassageSearchContext {
  readonly integrationId: string
  /** Current text of the field. */
  readonly query: string
  readonly scope: SearchScope
  /** The query of the results. */
  readonly asked: string
  readonly results: SearchResults | null
  readonly error: string | null
}

type PassageSearchEvent =
  | { type: 'query.changed'; text: string }
  | { type: 'query.submitted' }
  | { type: 'scope.changed'; scope: SearchScope }

/** Searches the passages that an assistant would read for a question; the last query wins. */
export const passageSearchMachine = setup({
  types: {} as {
    context: PassageSearchContext
    events: PassageSearchEvent
    /** `query` is the field's initial text. */
    input: { integrationId: string; query?: string }
    tags: 'busy'
    children: { searchPassages: 'searchPassages' }
  },
  actors: {
    searchPassages: fromPromise<SearchResults, { integrationId: string; query: string; scope: SearchScope }>(
      notProvided('searchPassages'),
    ),
  },
  guards: {
    hasQuery: ({ context }) => context.query.trim() !== '',
    wasAsked: ({ context }) => context.asked !== '',
    hasHits: (_, { results }: { results: SearchResults }) => results.hits.length > 0,
  },
  actions: {
    changeQuery: assign({ query: (_, { text }: { text: string }) => text }),
    changeScope: assign({
      scope: (_, { scope }: { scope: SearchScope }) => scope,
      results: null,
      error: null,
    }),
    rememberAsked: assign({ asked: ({ context }) => context.query.trim(), results: null, error: null }),
    takeResults: assign({ results: (_, { results }: { results: SearchResults }) => results }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The server could not be reached. Your search is kept: try again.')).message,
    }),
  },
}).createMachine({
  id: 'passageSearch',
  description: 'Passages that an assistant would use for a question.',
  context: ({ input }) => ({
    scope: { knowledgeBaseId: null, documentId: null },
    query: '',
    ...input,
    asked: '',
    results: null,
    error: null,
  }),
  initial: 'idle',
  on: {
    'query.changed': { actions: { type: 'changeQuery', params: ({ event }) => event } },
    'query.submitted': { guard: 'hasQuery', target: '.searching', reenter: true, actions: 'rememberAsked' },
    'scope.changed': [
      {
        guard: 'wasAsked',
        target: '.searching',
        reenter: true,
        actions: { type: 'changeScope', params: ({ event }) => event },
      },
      { actions: { type: 'changeScope', params: ({ event }) => event } },
    ],
  },
  states: {
    idle: { description: 'No searches yet.' },
    searching: {
      description: 'The passages are ranked; another query replaces this one.',
      tags: 'busy',
      invoke: {
        id: 'searchPassages',
        src: 'searchPassages',
        input: ({ context: { integrationId, asked, scope } }) => ({ integrationId, query: asked, scope }),
        onDone: foundOrNothing,
        onError: { target: 'failed', actions: remembersError },
      },
    },
    found: { description: 'Passages, best first.' },
    nothingFound: { description: 'No passage matches; what can be done.' },
    failed: {
      description: 'The error is shown; the query stays in the field for another search.',
    },
  },
})

export type PassageSearchRef = ActorRefFrom<typeof passageSearchMachine>
