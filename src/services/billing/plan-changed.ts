import type { QueryCache } from '../cache/query-cache.ts'

/** Whatever depends on the plan is read again. */
export const planChanged = (cache: QueryCache) => void cache.invalidateQueries({ queryKey: ['org'] })
