import { and, arrayContains, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { SearchSettingsPatch } from '../../../src/services/contract/knowledge-bases.ts'
import { fieldsOf, record, recorded } from '../../kernel/audit.ts'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  documents,
  integrationKnowledgeBases,
  knowledgeBases,
  knowledgeIndexes,
  messages,
} from '../../kernel/db/schema/index.ts'
import { mayRead, mayReadDocument, type ReaderId } from '../readers/may-read.ts'
import { usableBy } from '../readers/may-use.ts'

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(${documents.id}) filter (where ${condition})`.mapWith(Number)
const sumOf = (column: typeof documents.size | typeof documents.passageCount | typeof documents.wordCount) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)

const withCounts = {
  ...getTableColumns(knowledgeBases),
  documents: countOf(sql`true`),
  ready: countOf(sql`${documents.status} = 'ready'`),
  failed: countOf(sql`${documents.status} in ('failed', 'cancelled')`),
  passages: sumOf(documents.passageCount),
  bytes: sumOf(documents.size),
  words: sumOf(documents.wordCount),
  lastIndexedAt:
    sql<Date | null>`max(${documents.updatedAt}) filter (where ${documents.status} = 'ready')`.mapWith(
      documents.updatedAt,
    ),
}

type Deleted = Pick<typeof knowledgeBases.$inferSelect, 'id' | 'name' | 'organizationId' | 'isRestricted'>
export type KnowledgeBasesRepository = ReturnType<typeof createKnowledgeBasesRepository>

export const createKnowledgeBasesRepository = (db: Db) => {
  /** Includes what someone can read in them. */
  const selected = (readerId: ReaderId) =>
    db
      .select(withCounts)
      .from(knowledgeBases)
      .leftJoin(
        documents,
        and(
          eq(documents.knowledgeBaseId, knowledgeBases.id),
          isNull(documents.removedAt),
          mayReadDocument(readerId),
        ),
      )
      .groupBy(knowledgeBases.id)
      .orderBy(byName(knowledgeBases.name), asc(knowledgeBases.id))
      .$dynamic()

  /** Includes the assistants that use them and that someone may use. */
  const withIntegrations = async (rows: Awaited<ReturnType<typeof selected>>, userId: ReaderId) => {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const uses = await db
      .select()
      .from(integrationKnowledgeBases)
      .where(
        and(
          inArray(integrationKnowledgeBases.knowledgeBaseId, ids),
          inArray(integrationKnowledgeBases.integrationId, usableBy(db, userId)),
        ),
      )
    return rows.map((row) => ({
      ...row,
      integrationIds: uses.flatMap((use) => (use.knowledgeBaseId === row.id ? use.integrationId : [])),
    }))
  }

  return {
    /** Those of an organization that someone can read, by name. */
    of: async (organizationId: string, readerId: ReaderId) =>
      withIntegrations(
        await selected(readerId).where(
          and(eq(knowledgeBases.organizationId, organizationId), mayRead(readerId)),
        ),
        readerId,
      ),

    async find(id: string, readerId: ReaderId) {
      const [row] = await withIntegrations(
        await selected(readerId).where(eq(knowledgeBases.id, id)),
        readerId,
      )
      return row ?? null
    },

    /** Those of `ids` that belong to the organization and that a reader can read. */
    async ownedOf(organizationId: string, ids: string[], readerId?: ReaderId) {
      if (ids.length === 0) return []
      const rows = await db
        .select({ id: knowledgeBases.id })
        .from(knowledgeBases)
        .where(
          and(
            eq(knowledgeBases.organizationId, organizationId),
            inArray(knowledgeBases.id, ids),
            readerId === undefined ? undefined : mayRead(readerId),
          ),
        )
      return rows.map(({ id }) => id)
    },

    /** Adds it with its first index, which is in use from the beginning. */
    insert: (row: typeof knowledgeBases.$inferInsert) =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(knowledgeBases).values(row).returning()
        const { id, name, organizationId, settings, createdBy, createdAt } = inserted!
        await tx.insert(knowledgeIndexes).values({
          knowledgeBaseId: id,
          number: 1,
          status: 'published',
          origin: 'created',
          passageSize: settings.passage_size,
          passageOverlap: settings.passage_overlap,
          publishedAt: createdAt,
          createdBy,
          createdAt,
        })
        await record(tx, organizationId, { action: 'knowledge_base.created', target: { id, name } })
        return id
      }),

    /**
     * `settings` are only those for search; those for passages change when the index that `addIndex` adds is
     * published. Returns that index.
     */
    update: (
      id: string,
      {
        settings,
        ...changes
      }: {
        name?: string | undefined
        description?: string | undefined
        settings?: SearchSettingsPatch | undefined
      },
      addIndex: (tx: Tx) => Promise<string | null>,
    ) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(knowledgeBases)
          .set({
            ...changes,
            ...(settings && {
              settings: sql`${knowledgeBases.settings} || ${JSON.stringify(settings)}::jsonb`,
            }),
            updatedAt: new Date(),
          })
          .where(eq(knowledgeBases.id, id))
          .returning()
        if (!row) return null
        await record(tx, row.organizationId, {
          action: 'knowledge_base.changed',
          target: { id, name: row.name },
          details: { fields: fieldsOf({ ...changes, ...settings }) },
        })
        return addIndex(tx)
      }),

    /** Answers written from it keep their words, but those from a restricted one become unreadable for everyone. */
    delete: ({ id, name, organizationId, isRestricted }: Deleted) =>
      recorded(db, organizationId, { action: 'knowledge_base.deleted', target: { id, name } }, async (tx) => {
        if (!isRestricted)
          await tx
            .update(messages)
            .set({ readFrom: sql`array_remove(${messages.readFrom}, ${id}::uuid)` })
            .where(arrayContains(messages.readFrom, [id]))
        await tx.delete(knowledgeBases).where(eq(knowledgeBases.id, id))
      }),
  }
}
