import { lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Database, Db } from './db/open.ts'
import { rateCounts } from './db/schema/index.ts'
import { createOccasionalWarning } from './http/logger.ts'

/** Calls of one key in the current window, and the ms until it ends. */
type Counted = { current: number; ttl: number }

/** Counts calls, in one process or across all. */
export type Counts = {
  /** Adds a call; `by` 0 only looks. */
  add(key: string, window: number, by?: 0 | 1): Promise<Counted>
  close(): Promise<void>
}

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

const PREFIX = 'lectern:rate:'
const ANSWERED_WITHIN = 500 // ms: a request waits for it

// Atomic: a key that is counted but never expires would refuse its caller forever.
const ADD = `
local current = redis.call('incrby', KEYS[1], ARGV[2])
if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { current, redis.call('pttl', KEYS[1]) }`

/**
 * In Redis, for all processes. Its client is loaded only if it is used, and reconnects by itself; until then, each
 * call fails at once.
 */
export const createRedisCounts = async (url: string): Promise<Counts> => {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: ANSWERED_WITHIN,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  // Failing calls report a lost connection.
  redis.on('error', () => {})
  return {
    async add(key, window, by = 1) {
      const [current, ttl] = (await redis.eval(ADD, 1, `${PREFIX}${key}`, window, by)) as [number, number]
      return { current, ttl }
    },
    close: async () => redis.disconnect(),
  }
}

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
  if (redisUrl) return withLocalCounts(await createRedisCounts(redisUrl), warn)
  return kind === 'embedded' ? createLocalCounts() : withLocalCounts(createPostgresCounts(db), warn)
}
