import { and, desc, eq, exists, getTableColumns, isNull, max, sql } from 'drizzle-orm'
import type { IndexOrigin } from '../../../src/services/contract/indexes.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  documents,
  indexReadings,
  knowledgeBases,
  knowledgeIndexes,
  users,
} from '../../kernel/db/schema/index.ts'
import { isOpenIndex } from './indexes.selection.ts'
import { reportOn } from './report-part.ts'

export type IndexRow = typeof knowledgeIndexes.$inferSelect

/** An index and the person who requested it. */
export type IndexWithAuthor = IndexRow & {
  firstName: string | null
  lastName: string | null
  email: string | null
  isKept: boolean
}

/** Length of the history shown. */
const SHOWN_MAX = 100
/** Reports swept at once; the next sweep continues. */
const REPORTS_AT_ONCE = 500

type New = {
  knowledgeBaseId: string
  origin: IndexOrigin
  createdBy: string | null
  restoredNumber: number | null
  settings: PassageSettings
}

export type IndexesRepository = ReturnType<typeof createIndexesRepository>

/** Indexes of knowledge bases, as shown to people. */
export const createIndexesRepository = (db: Db) => {
  const readingsOf = db
    .select({ one: sql`1` })
    .from(indexReadings)
    .where(eq(indexReadings.indexId, knowledgeIndexes.id))
  const selected = () =>
    db
      .select({
        ...getTableColumns(knowledgeIndexes),
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        isKept: sql<boolean>`${knowledgeIndexes.status} = 'replaced' and ${exists(readingsOf)}`,
      })
      .from(knowledgeIndexes)
      .leftJoin(users, eq(users.id, knowledgeIndexes.createdBy))
      .$dynamic()

  return {
    /** Newest first. */
    of: (knowledgeBaseId: string): Promise<IndexWithAuthor[]> =>
      selected()
        .where(eq(knowledgeIndexes.knowledgeBaseId, knowledgeBaseId))
        .orderBy(desc(knowledgeIndexes.number))
        .limit(SHOWN_MAX),

    async shown(id: string): Promise<IndexWithAuthor | null> {
      const [row] = await selected().where(eq(knowledgeIndexes.id, id))
      return row ?? null
    },

    /** With its organization and the name of its knowledge base; null if there is none. */
    async find(id: string) {
      const [found] = await db
        .select({
          index: knowledgeIndexes,
          organizationId: knowledgeBases.organizationId,
          name: knowledgeBases.name,
        })
        .from(knowledgeIndexes)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId))
        .where(eq(knowledgeIndexes.id, id))
      return found ?? null
    },

    /** @throws a violation of the unique index while another one is being built */
    insert: ({ settings, ...row }: New, on: Db | Tx = db) =>
      on.transaction(async (tx) => {
        const [base] = await tx
          .select({ id: knowledgeBases.id })
          .from(knowledgeBases)
          .where(eq(knowledgeBases.id, row.knowledgeBaseId))
          .for('update')
        if (!base) return null
        const [last] = await tx
          .select({ number: max(knowledgeIndexes.number) })
          .from(knowledgeIndexes)
          .where(eq(knowledgeIndexes.knowledgeBaseId, row.knowledgeBaseId))
        const [inserted] = await tx
          .insert(knowledgeIndexes)
          .values({
            ...row,
            number: (last?.number ?? 0) + 1,
            passageSize: settings.passage_size,
            passageOverlap: settings.passage_overlap,
          })
          .returning({ id: knowledgeIndexes.id })
        return inserted?.id ?? null
      }),

    /** Ends a build; false if it is settled. */
    async cancel(id: string) {
      const rows = await db
        .update(knowledgeIndexes)
        .set({ status: 'cancelled', progress: null, updatedAt: new Date() })
        .where(isOpenIndex(id))
        .returning({ id: knowledgeIndexes.id })
      return rows.length > 0
    },

    /** Stores a person's decision; false if it awaits none. */
    decide: (id: string, decision: 'publish' | 'discard') =>
      db.transaction(async (tx) => {
        const changes =
          decision === 'publish'
            ? // The time in which it waited for a person does not count.
              { status: 'building' as const, isApproved: true, startedAt: null }
            : { status: 'discarded' as const }
        const [row] = await tx
          .update(knowledgeIndexes)
          .set({ ...changes, updatedAt: new Date() })
          .from(knowledgeBases)
          .where(
            and(
              eq(knowledgeIndexes.id, id),
              eq(knowledgeIndexes.status, 'ready'),
              eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId),
            ),
          )
          .returning({ base: knowledgeBases, number: knowledgeIndexes.number })
        if (row && decision === 'publish')
          await record(tx, row.base.organizationId, {
            action: 'knowledge_base.published',
            target: { id: row.base.id, name: row.base.name },
            details: { index: String(row.number) },
          })
        return row !== undefined
      }),

    /** Without those of hidden documents, which no list or count includes. */
    readings: (indexId: string) =>
      db
        .select({ ...getTableColumns(indexReadings), name: documents.name })
        .from(indexReadings)
        .innerJoin(documents, eq(documents.id, indexReadings.documentId))
        .where(and(eq(indexReadings.indexId, indexId), isNull(documents.removedAt))),

    /** Removes deleted documents from the reports, with the edits of their texts. */
    async forgetDeleted() {
      const named = sql`jsonb_path_query(knowledge_indexes.report, '$.*[*].document_id') as named(id)`
      const isNamed = sql`d.id = (named.id #>> '{}')::uuid`
      const rows = await db
        .select({
          id: knowledgeIndexes.id,
          report: knowledgeIndexes.report,
          existing: sql<string[]>`array(select d.id::text from ${named} join documents d on ${isNamed})`,
        })
        .from(knowledgeIndexes)
        .where(sql`exists (select from ${named} where not exists (select from documents d where ${isNamed}))`)
        .limit(REPORTS_AT_ONCE)
      for (const { id, report, existing } of rows)
        await db
          .update(knowledgeIndexes)
          .set({ report: reportOn(report!, new Set(existing)) })
          .where(and(eq(knowledgeIndexes.id, id), eq(knowledgeIndexes.report, report!)))
    },
  }
}

export type ReadForIndex = Awaited<ReturnType<IndexesRepository['readings']>>[number]
