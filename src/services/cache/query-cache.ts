import {
  type InvalidateQueryFilters,
  QueryCache as Queries,
  type Query,
  QueryClient,
} from '@tanstack/query-core'

const MINUTE = 60_000
/** S9.3: an answer counts as true for so long, in ms. */
export const TTL = 5 * MINUTE
/** S9.3: an answer that no screen shows is swept after so long, in ms. */
const SWEPT_AFTER = 10 * MINUTE

/** The response cache of S9.3: an answer asked for before something changed does not count as true for long. */
class ResponseCache extends QueryClient {
  /** Queries whose answer is old before it has come. */
  readonly outdated = new WeakSet<object>()

  override invalidateQueries(filters: InvalidateQueryFilters = {}) {
    // The library replaces the request of what is shown by another; any other answer it would take as new.
    const isReplaced = (query: Query) =>
      filters.refetchType !== 'none' && query.isActive() && query.state.data !== undefined
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (!isReplaced(query)) this.outdated.add(query)
    return super.invalidateQueries(filters)
  }
}

/** The response cache of S9.3 and the query defaults of S9.4. */
export const createQueryCache = () => {
  const cache = new ResponseCache({
    queryCache: new Queries({
      onSuccess: (_, query) => {
        if (cache.outdated.delete(query))
          void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: TTL,
        gcTime: SWEPT_AFTER,
        // The HTTP client repeats, for whoever asks; here a hidden or offline page would wait for ever.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  })
  return cache
}

export type QueryCache = QueryClient
