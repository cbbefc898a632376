import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { KnowledgeBasePatch } from '../../src/services/contract/knowledge-bases.ts'
import type { Db } from '../db/open.ts'
import { documents, integrationKnowledgeBases, knowledgeBases } from '../db/schema/index.ts'
import type { KnowledgeBaseRow } from './knowledge-bases.types.ts'

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(${documents.id}) filter (where ${condition})`.mapWith(Number)
const sumOf = (column: typeof documents.size | typeof documents.passageCount | typeof documents.wordCount) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)

const withCounts = {
  ...getTableColumns(knowledgeBases),
  documents: countOf(sql`true`),
  ready: countOf(sql`${documents.status} = 'ready'`),
  failed: countOf(sql`${documents.status} = 'failed'`),
  passages: sumOf(documents.passageCount),
  bytes: sumOf(documents.size),
  words: sumOf(documents.wordCount),
  lastIndexedAt:
    sql<Date | null>`max(${documents.updatedAt}) filter (where ${documents.status} = 'ready')`.mapWith(
      documents.updatedAt,
    ),
}

type Selected = Omit<KnowledgeBaseRow, 'integrationIds'>
export type KnowledgeBasesRepository = ReturnType<typeof createKnowledgeBasesRepository>

export const createKnowledgeBasesRepository = (db: Db) => {
  const selected = () =>
    db
      .select(withCounts)
      .from(knowledgeBases)
      .leftJoin(documents, eq(documents.knowledgeBaseId, knowledgeBases.id))
      .groupBy(knowledgeBases.id)
      .orderBy(asc(sql`lower(${knowledgeBases.name})`), asc(knowledgeBases.id))
      .$dynamic()

  const withIntegrations = async (rows: Selected[]): Promise<KnowledgeBaseRow[]> => {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const uses = await db
      .select()
      .from(integrationKnowledgeBases)
      .where(inArray(integrationKnowledgeBases.knowledgeBaseId, ids))
    const usesOf = (id: string) => uses.filter(({ knowledgeBaseId }) => knowledgeBaseId === id)
    return rows.map((row) => ({
      ...row,
      integrationIds: usesOf(row.id).map(({ integrationId }) => integrationId),
    }))
  }

  return {
    /** Of an organization, by name. */
    of: async (organizationId: string) =>
      withIntegrations(await selected().where(eq(knowledgeBases.organizationId, organizationId))),

    async find(id: string): Promise<KnowledgeBaseRow | null> {
      const [row] = await withIntegrations(await selected().where(eq(knowledgeBases.id, id)))
      return row ?? null
    },

    /** Those of `ids` that belong to the organization. */
    async ownedOf(organizationId: string, ids: string[]) {
      if (ids.length === 0) return []
      const rows = await db
        .select({ id: knowledgeBases.id })
        .from(knowledgeBases)
        .where(
          sql`${knowledgeBases.organizationId} = ${organizationId} and ${inArray(knowledgeBases.id, ids)}`,
        )
      return rows.map(({ id }) => id)
    },

    async insert(row: typeof knowledgeBases.$inferInsert) {
      const [inserted] = await db.insert(knowledgeBases).values(row).returning({ id: knowledgeBases.id })
      return inserted?.id ?? ''
    },

    update: (id: string, changes: KnowledgeBasePatch) =>
      db
        .update(knowledgeBases)
        .set({ ...changes, updatedAt: new Date() })
        .where(eq(knowledgeBases.id, id)),

    delete: (id: string) => db.delete(knowledgeBases).where(eq(knowledgeBases.id, id)),
  }
}
