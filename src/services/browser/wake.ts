import { type QueryCache, TTL } from '../cache/query-cache.ts'
import type { Clock } from './clock.ts'

/** Data read before a sleep is read again now, not at the next focus. */
export function reloadAfterSleep(clock: Pick<Clock, 'now' | 'onTick'>, cache: QueryCache) {
  let last = clock.now()
  return clock.onTick(() => {
    const now = clock.now()
    if (now - last > TTL) void cache.invalidateQueries()
    last = now
  })
}
