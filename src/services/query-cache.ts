import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
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
  /** Answers that are old before they have come, and whether they are asked for again at once where they are shown. */
  readonly #old = new WeakMap<Query, boolean>()

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}) {
    const isReadAgain = filters.refetchType !== 'none'
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // The library replaces this request by another; any other answer that is on its way it would take as new.
      const isReplaced = isReadAgain && query.isActive() && query.state.data !== undefined
      if (!isReplaced) void this.#invalidateOnceRead(query, isReadAgain)
    }
    await super.invalidateQueries(filters, options)
  }

  async #invalidateOnceRead(query: Query, isReadAgain: boolean) {
    const known = this.#old.get(query)
    this.#old.set(query, isReadAgain || known === true)
    if (known !== undefined) return
    try {
      // Joins the request that is on its way.
      await query.fetch()
    } catch {
      // There is no answer that could be old.
      return void this.#old.delete(query)
    }
    const refetchType = this.#old.get(query) ? 'active' : 'none'
    this.#old.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
  }
}

/** The response cache of S9.3 and the query defaults of S9.4. */
export const createQueryCache = () =>
  new ResponseCache({
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

export type QueryCache = QueryClient
