import { and, asc, eq, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/db/open.ts'
import { knowledgeBases, knowledgeIndexes } from '../../kernel/db/schema/index.ts'
import { isOpen, isOpenIndex } from './indexes.selection.ts'

export type IndexWorkRepository = ReturnType<typeof createIndexWorkRepository>

const isFree = () =>
  and(
    isOpen,
    or(isNull(knowledgeIndexes.claimedUntil), lt(knowledgeIndexes.claimedUntil, new Date())),
    or(isNull(knowledgeIndexes.notBefore), lte(knowledgeIndexes.notBefore, new Date())),
  )

/** Indexes as jobs: their rows are the queue, and each turn reads one document. */
export const createIndexWorkRepository = (db: Db) => ({
  /** Null if it was cancelled or settled in the meantime. */
  async update(id: string, changes: PgUpdateSetSource<typeof knowledgeIndexes>) {
    const [row] = await db
      .update(knowledgeIndexes)
      .set({ ...changes, updatedAt: new Date() })
      .where(isOpenIndex(id))
      .returning()
    return row ?? null
  },

  /** Organizations with an index due now, the longest waiting first. */
  async waitingOrganizations() {
    const rows = await db
      .select({ organizationId: knowledgeBases.organizationId })
      .from(knowledgeIndexes)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId))
      .where(isFree())
      .groupBy(knowledgeBases.organizationId)
      .orderBy(asc(min(knowledgeIndexes.createdAt)))
    return rows.map(({ organizationId }) => organizationId)
  },

  /** Claims the next turn of an organization's index; null if none waits. */
  async claim(organizationId: string, until: Date) {
    const next = db
      .select({ id: knowledgeIndexes.id })
      .from(knowledgeIndexes)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId))
      .where(and(eq(knowledgeBases.organizationId, organizationId), isFree()))
      .orderBy(asc(knowledgeIndexes.updatedAt), asc(knowledgeIndexes.id))
      .limit(1)
      .for('update', { of: knowledgeIndexes, skipLocked: true })
    const [row] = await db
      .update(knowledgeIndexes)
      .set({
        status: 'building',
        claimedUntil: until,
        notBefore: null,
        startedAt: sql`coalesce(${knowledgeIndexes.startedAt}, now())`,
        updatedAt: new Date(),
      })
      .where(and(eq(knowledgeIndexes.id, sql`(${next})`), isOpen))
      .returning()
    return row ?? null
  },

  /** Releases turns of processes that are gone. */
  release: () => db.update(knowledgeIndexes).set({ claimedUntil: null }).where(isOpen),
})
