import type { QueryCache } from '../cache/query-cache.ts'

/** Rereads everything that depends on the plan. */
export const planChanged = (cache: QueryCache) => void cache.invalidateQueries({ queryKey: ['org'] })
