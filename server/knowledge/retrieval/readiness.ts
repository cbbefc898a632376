import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Readiness } from '../../../src/services/contract/conversations.ts'
import { countWhere } from '../../kernel/db/filters.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documents, sources } from '../../kernel/db/schema/index.ts'
import { mayReadDocument, type ReaderId } from '../readers/may-read.ts'
import { HAS_SERVED } from './served.ts'

export type ReadinessOf = ReturnType<typeof createReadiness>

/**
 * Counts how many of the documents that the reader has access to are indexed; null once all are. A website counts as one
 * document during its first crawl, because its pages are not known yet.
 */
export const createReadiness =
  (db: Db) =>
  async (knowledgeBaseIds: string[], readerId: ReaderId): Promise<Readiness | null> => {
    if (knowledgeBaseIds.length === 0) return null
    const isGivenUp = sql`${documents.status} in ('failed', 'cancelled')`
    const [counted] = await db
      .select({
        ready: countWhere(sql`${HAS_SERVED}`),
        total: countWhere(sql`${documents.servedReading} is not null or not ${isGivenUp}`),
      })
      .from(documents)
      .where(
        and(
          inArray(documents.knowledgeBaseId, knowledgeBaseIds),
          eq(documents.enabled, true),
          isNull(documents.removedAt),
          mayReadDocument(readerId),
        ),
      )
    const sites = await db.$count(
      sources,
      and(
        inArray(sources.knowledgeBaseId, knowledgeBaseIds),
        inArray(sources.status, ['queued', 'reading']),
        isNull(sources.lastReadAt),
      ),
    )
    const { ready, total } = counted!
    return ready < total + sites ? { ready, total: total + sites } : null
  }
