import { lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { rateCounts } from '../db/schema/index.ts'
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
