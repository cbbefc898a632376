import { type QueryCache, TTL } from '../cache/query-cache.ts'
import type { Clock } from './clock.ts'

/** What is shown was read before a sleep: it is read again, now and not when somebody looks elsewhere. */
export function reloadAfterSleep(clock: Pick<Clock, 'now' | 'onTick'>, cache: QueryCache) {
  let last = clock.now()
  return clock.onTick(() => {
    const now = clock.now()
    if (now - last > TTL) void cache.invalidateQueries()
    last = now
  })
}
