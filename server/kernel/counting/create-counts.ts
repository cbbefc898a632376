import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/open.ts'
import { createOccasionalWarning } from '../occasional-warning.ts'
import type { Counts } from './counts.ts'
import { createPostgresCounts } from './postgres-counts.ts'

const KEYS_MAX = 20_000

/** In memory: for one process, and while the shared store is unreachable. */
export const createLocalCounts = (): Counts => {
  /** The most recent one comes last. */
  const windows = new Map<string, { current: number; endsAt: number }>()
  return {
    async add(key, window, by = 1) {
      const now = Date.now()
      const open = windows.get(key)
      if (open && open.endsAt > now) {
        open.current += by
        return { current: open.current, ttl: open.endsAt - now }
      }
      windows.delete(key)
      windows.set(key, { current: by, endsAt: now + window })
      const [oldest] = windows.keys()
      if (windows.size > KEYS_MAX && oldest !== undefined) windows.delete(oldest)
      return { current: by, ttl: window }
    },
    close: async () => {},
  }
}

/** ms for which a failed store is not used: no request waits for it. */
const LEFT_ALONE_FOR = 5_000

/**
 * Counts with `shared`, or in this process if that fails. A limit is then multiplied by the number of
 * processes, and no one is refused because of it.
 */
export const withLocalCounts = (shared: Counts, warn: (error: unknown) => void): Counts => {
  const local = createLocalCounts()
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    async add(key, window, by) {
      if (Date.now() - failedAt < LEFT_ALONE_FOR) return local.add(key, window, by)
      try {
        return await shared.add(key, window, by)
      } catch (error) {
        failedAt = Date.now()
        warn(error)
        return local.add(key, window, by)
      }
    },
    close: shared.close,
  }
}

/** Counts the calls of all processes, in Redis or else in PostgreSQL; a single process needs neither. */
export const createCounts = async (
  { redisUrl }: Pick<Config, 'redisUrl'>,
  { db, kind }: Database,
  log: FastifyBaseLogger,
): Promise<Counts> => {
  const warn = createOccasionalWarning(log, 'calls are counted in this process alone')
  // The client is loaded only if it is used.
  if (redisUrl) return withLocalCounts((await import('./redis-counts.ts')).createRedisCounts(redisUrl), warn)
  return kind === 'embedded' ? createLocalCounts() : withLocalCounts(createPostgresCounts(db), warn)
}
