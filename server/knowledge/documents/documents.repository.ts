import { and, desc, eq, inArray, isNotNull, isNull, lt, notExists, notInArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DocumentQuery } from '../../../src/services/contract/documents.ts'
import { fieldsOf, organizationOf, record, recordAll } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documents, knowledgeBases, removedFiles } from '../../kernel/db/schema/index.ts'
import { closedAmong, type ReaderId, readersAmong } from '../readers/may-read.ts'
import { documentCondition, listedIn, orderOf, UNFINISHED } from './documents.selection.ts'
import type { DocumentChanges, DocumentRow } from './documents.types.ts'
import { emitDocument } from './webhook-events.ts'

const REMOVED_AT_ONCE = 1_000

/** Name for the audit log: a question with its answer is named by its text, which the log omits. */
const targetOf = ({ id, name, source }: DocumentRow) => (source === 'faq' ? { id } : { id, name })

export type DocumentsRepository = ReturnType<typeof createDocumentsRepository>

export const createDocumentsRepository = (db: Db) => ({
  /** Those that someone can read, or all; newest first. */
  of: (knowledgeBaseId: string, readerId?: ReaderId) =>
    db
      .select()
      .from(documents)
      .where(listedIn(knowledgeBaseId, readerId))
      .orderBy(desc(documents.createdAt), desc(documents.id)),

  /** Documents that match a filter, in its order. */
  async page(knowledgeBaseId: string, readerId: ReaderId, query: DocumentQuery) {
    const selected = documentCondition(knowledgeBaseId, readerId, query)
    const total = await db.$count(documents, selected)
    const items = await db
      .select()
      .from(documents)
      .where(selected)
      .orderBy(...orderOf(query))
      .limit(query.limit)
      .offset(query.offset)
    return { items, total, hasMore: query.offset + items.length < total }
  },

  /** Those of `ids` in the knowledge base that someone can read. */
  among: (knowledgeBaseId: string, readerId: ReaderId, ids: string[]) =>
    db
      .select()
      .from(documents)
      .where(and(listedIn(knowledgeBaseId, readerId), inArray(documents.id, ids))),

  /** With its organization; null if there is none. */
  async find(id: string, which: 'listed' | 'hidden too' = 'listed') {
    const [found] = await db
      .select({ document: documents, organizationId: knowledgeBases.organizationId })
      .from(documents)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
      .where(and(eq(documents.id, id), which === 'listed' ? isNull(documents.removedAt) : undefined))
    return found ?? null
  },

  /** Hides a document that its source lost; people's edits stay. Null if it is already hidden, or gone. */
  hide: (id: string) =>
    db.transaction(async (tx) => {
      const now = new Date()
      const [row] = await tx
        .update(documents)
        .set({ removedAt: now, servedAt: now })
        .where(and(eq(documents.id, id), isNull(documents.removedAt)))
        .returning()
      if (!row) return null
      await record(tx, organizationOf(row), { action: 'document.deleted', target: targetOf(row) })
      await emitDocument(tx, 'document.deleted', row)
      return row
    }),

  /** Restores a hidden document to lists and search. Null if it was not hidden. */
  show: (id: string) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .update(documents)
        .set({ removedAt: null, servedAt: new Date() })
        .where(and(eq(documents.id, id), isNotNull(documents.removedAt)))
        .returning()
      if (!row) return null
      await record(tx, organizationOf(row), { action: 'document.restored', target: targetOf(row) })
      if (row.servedReading !== null) await emitDocument(tx, 'document.ready', row)
      return row
    }),

  /** Permanently deletes those hidden before `moment`: their removal was announced then. */
  deleteHidden: (moment: Date) => db.delete(documents).where(lt(documents.removedAt, moment)),

  /** Changes visible properties of documents of one base. `enabled` also changes what is searched. */
  change: (ids: string[], changes: DocumentChanges) =>
    db.transaction(async (tx) => {
      const now = new Date()
      const rows = await tx
        .update(documents)
        .set({ ...changes, ...(changes.enabled === undefined ? {} : { servedAt: now }), updatedAt: now })
        .where(inArray(documents.id, ids))
        .returning()
      const details = { fields: fieldsOf(changes) }
      if (rows[0])
        await recordAll(
          tx,
          organizationOf(rows[0]),
          rows.map((row) => ({ action: 'document.changed', target: targetOf(row), details })),
        )
      return rows
    }),

  delete: (id: string) =>
    db.transaction(async (tx) => {
      const [row] = await tx.delete(documents).where(eq(documents.id, id)).returning()
      if (!row) return
      await record(tx, organizationOf(row), { action: 'document.deleted', target: targetOf(row) })
      await emitDocument(tx, 'document.deleted', row)
    }),

  /**
   * The base, and its settled documents not yet announced, each once: only when those who added them wait for
   * no others, and are not among the `uploaders`. People who can no longer read the base or a document are not
   * told about it.
   */
  announceSettled: (knowledgeBaseId: string, uploaders: readonly string[]) =>
    db.transaction(async (tx) => {
      const other = alias(documents, 'other')
      const waiting = tx
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            eq(other.knowledgeBaseId, documents.knowledgeBaseId),
            eq(other.createdBy, documents.createdBy),
            inArray(other.status, UNFINISHED),
          ),
        )
      const settled = await tx
        .update(documents)
        .set({ announced: true })
        .where(
          and(
            eq(documents.knowledgeBaseId, knowledgeBaseId),
            eq(documents.announced, false),
            inArray(documents.status, ['ready', 'failed', 'cancelled']),
            or(isNull(documents.createdBy), notInArray(documents.createdBy, [...uploaders])),
            notExists(waiting),
          ),
        )
        .returning({
          id: documents.id,
          name: documents.name,
          status: documents.status,
          error: documents.error,
          createdBy: documents.createdBy,
        })
      const [base] = await tx
        .select({
          id: knowledgeBases.id,
          name: knowledgeBases.name,
          organizationId: knowledgeBases.organizationId,
        })
        .from(knowledgeBases)
        .where(eq(knowledgeBases.id, knowledgeBaseId))
      const adders = [...new Set(settled.flatMap(({ createdBy }) => createdBy ?? []))]
      const ids = settled.map(({ id }) => id)
      const readable = await Promise.all(
        (await readersAmong(tx, adders, knowledgeBaseId)).map(async (userId) => {
          const closed = await closedAmong(tx, userId, ids)
          return settled.filter(({ id, createdBy }) => createdBy === userId && !closed.has(id))
        }),
      )
      return { base, settled: readable.flat() }
    }),

  /** Files of deleted documents or versions that may still exist. */
  removed: () => db.select().from(removedFiles).limit(REMOVED_AT_ONCE),

  forgetRemoved: (ids: string[]) => db.delete(removedFiles).where(inArray(removedFiles.fileId, ids)),
})
