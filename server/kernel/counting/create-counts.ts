import { lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database, Db } from '../db/open.ts'
import { rateCounts } from '../db/schema/index.ts'
import { createOccasionalWarning } from '../http/logger.ts'
import type { Counts } from './counts.ts'

/** In PostgreSQL, for all processes: one statement per call, without a write to the log on disk. */
export const createPostgresCounts = (db: Db): Counts => ({
  async add(key, window, by = 1) {
    const end = sql`now() + make_interval(secs => ${window / 1000})`
    const isOver = sql`${rateCounts.endsAt} <= now()`
    const [row] = await db
      .insert(rateCounts)
      .values({ key, count: by, endsAt: end })
      .onConflictDoUpdate({
        target: rateCounts.key,
        set: {
          count: sql`case when ${isOver} then ${by} else ${rateCounts.count} + ${by} end`,
          endsAt: sql`case when ${isOver} then ${end} else ${rateCounts.endsAt} end`,
        },
      })
      .returning({
        current: rateCounts.count,
        ttl: sql<number>`extract(epoch from ${rateCounts.endsAt} - now()) * 1000`.mapWith(Number),
      })
    return row ?? { current: by, ttl: window }
  },
  close: async () => {},
})

/** Deletes windows that have ended. */
export const sweepCounts = (db: Db) => db.delete(rateCounts).where(lt(rateCounts.endsAt, sql`now()`))

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
const withLocalCounts = (shared: Counts, warn: (error: unknown) => void): Counts => {
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
