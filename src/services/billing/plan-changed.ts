import type { QueryCache } from '../cache/query-cache.ts'

/** Whatever depends on the plan is read again. */
export function planChanged(cache: QueryCache) {
  for (const queryKey of [['subscription'], ['payments'], ['billingDetails'], ['org']])
    void cache.invalidateQueries({ queryKey })
}
