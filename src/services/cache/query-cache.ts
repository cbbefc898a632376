import {
  type InvalidateQueryFilters,
  QueryCache as Queries,
  type Query,
  QueryClient,
  type QueryFilters,
  type SetDataOptions,
  type Updater,
} from '@tanstack/query-core'
import type { PagesQuery } from '../../machines/shell/resource/pages.types.ts'
import type { ResourceQuery } from '../../machines/shell/resource/resource.types.ts'
import type { Clock } from '../browser/clock.ts'

const MINUTE = 60_000
/** S9.3: an answer counts as fresh for this long, in ms. */
export const TTL = 5 * MINUTE
/** S9.3: an unused answer is removed after this long, in ms. */
const SWEPT_AFTER = 10 * MINUTE

/** The response cache of S9.3: an answer requested before a change does not stay fresh for long. */
class ResponseCache extends QueryClient {
  /** Queries whose answer is outdated before it arrives. */
  readonly outdated = new WeakSet<object>()

  override invalidateQueries(filters: InvalidateQueryFilters = {}) {
    // The library repeats the requests of visible data; it would treat any other answer as fresh.
    const isReplaced = (query: Query) =>
      filters.refetchType !== 'none' && query.isActive() && query.state.data !== undefined
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (!isReplaced(query)) this.outdated.add(query)
    return super.invalidateQueries(filters)
  }

  /** A part of an answer that is changed does not make the rest of it fresh. */
  override setQueriesData<Data>(
    filters: QueryFilters,
    updater: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
    options?: SetDataOptions,
  ) {
    const outdated = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.isInvalidated)
    const changed = super.setQueriesData<Data>(filters, updater, options)
    for (const query of outdated) query.invalidate()
    return changed
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
        // The HTTP client retries for all callers; retries here would wait endlessly if hidden or offline.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  })
  return cache
}

export type QueryCache = QueryClient

/** Data read before a sleep is read again now, not at the next focus. */
export function reloadAfterSleep(clock: Pick<Clock, 'now' | 'onTick'>, cache: QueryCache) {
  let last = clock.now()
  return clock.onTick(() => {
    const now = clock.now()
    if (now - last > TTL) void cache.invalidateQueries()
    last = now
  })
}

/** Rereads everything with one of these names in its key. */
export const rereads =
  (cache: QueryCache, ...names: readonly string[]) =>
  () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey }) => names.some((name) => queryKey.includes(name)),
    })

/** Every key of organization data starts with its id, so that a switch can drop the rest. */
export const keyOf = ({ name, of }: ResourceQuery): readonly unknown[] => {
  const { organizationId, ...rest } = of as { organizationId?: string }
  return organizationId === undefined ? [name, rest] : ['org', organizationId, name, rest]
}

/** Lists are cached beside the records of their organization. */
export const keyOfPages = ({ name, of: { organizationId, ...rest } }: PagesQuery) =>
  ['org', organizationId, name, { ...rest, paged: true }] as const
