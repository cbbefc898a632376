import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/open.ts'
import { createOccasionalWarning } from '../occasional-warning.ts'
import type { Counts } from './counts.ts'
import { createLocalCounts } from './local-counts.ts'
import { createPostgresCounts } from './postgres-counts.ts'

/** ms that a store that failed is left alone: no request waits for it meanwhile. */
const LEFT_ALONE_FOR = 5_000

/** Counts with `shared`; where that fails, in this process alone. A limit is then as many times as large as there are processes, and nobody is refused for it. */
export const withLocalCounts = (shared: Counts, warn: (error: unknown) => void): Counts => {
  const local = createLocalCounts()
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    async add(key, window) {
      if (Date.now() - failedAt < LEFT_ALONE_FOR) return local.add(key, window)
      try {
        return await shared.add(key, window)
      } catch (error) {
        failedAt = Date.now()
        warn(error)
        return local.add(key, window)
      }
    },
    close: shared.close,
  }
}

/** Where the calls of all processes are counted: in Redis, else in PostgreSQL; one process alone needs neither. */
export const createCounts = async (
  { redisUrl }: Pick<Config, 'redisUrl'>,
  { db, kind }: Database,
  log: FastifyBaseLogger,
): Promise<Counts> => {
  const warn = createOccasionalWarning(log, 'calls are counted in this process alone')
  // The client is not loaded where nobody uses it.
  if (redisUrl) return withLocalCounts((await import('./redis-counts.ts')).createRedisCounts(redisUrl), warn)
  return kind === 'embedded' ? createLocalCounts() : withLocalCounts(createPostgresCounts(db), warn)
}
