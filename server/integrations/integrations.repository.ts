import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import {
  conversations,
  integrationKnowledgeBases,
  integrations,
  knowledgeBases,
  messages,
} from '../db/schema/index.ts'

const withCounts = {
  ...getTableColumns(integrations),
  questions: sql<number>`count(${messages.id}) filter (where ${messages.role} = 'user')`.mapWith(Number),
  answered: sql<number>`count(${messages.id}) filter (where ${messages.answered})`.mapWith(Number),
}

type Selected = typeof integrations.$inferSelect & { questions: number; answered: number }
export type IntegrationRow = Selected & { knowledgeBaseIds: string[] }
export type IntegrationsRepository = ReturnType<typeof createIntegrationsRepository>

type Changes = {
  name?: string | undefined
  description?: string | undefined
  welcome_message?: string | undefined
  knowledge_base_ids?: string[] | undefined
}

export const createIntegrationsRepository = (db: Db) => {
  const selected = () =>
    db
      .select(withCounts)
      .from(integrations)
      .leftJoin(conversations, eq(conversations.integrationId, integrations.id))
      .leftJoin(messages, eq(messages.conversationId, conversations.id))
      .groupBy(integrations.id)
      .orderBy(asc(integrations.createdAt), asc(integrations.id))
      .$dynamic()

  /** Only bases of the integration's own organization, whatever the table says. */
  const withKnowledgeBases = async (rows: Selected[]): Promise<IntegrationRow[]> => {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const uses = await db
      .select({
        integrationId: integrationKnowledgeBases.integrationId,
        knowledgeBaseId: integrationKnowledgeBases.knowledgeBaseId,
        organizationId: knowledgeBases.organizationId,
      })
      .from(integrationKnowledgeBases)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, integrationKnowledgeBases.knowledgeBaseId))
      .where(inArray(integrationKnowledgeBases.integrationId, ids))
      .orderBy(asc(sql`lower(${knowledgeBases.name})`))
    return rows.map((row) => ({
      ...row,
      knowledgeBaseIds: uses
        .filter((use) => use.integrationId === row.id && use.organizationId === row.organizationId)
        .map(({ knowledgeBaseId }) => knowledgeBaseId),
    }))
  }

  return {
    /** Of an organization, oldest first. */
    of: async (organizationId: string) =>
      withKnowledgeBases(await selected().where(eq(integrations.organizationId, organizationId))),

    async find(id: string): Promise<IntegrationRow | null> {
      const [row] = await withKnowledgeBases(await selected().where(eq(integrations.id, id)))
      return row ?? null
    },

    insert: (row: typeof integrations.$inferInsert, knowledgeBaseIds: string[]) =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(integrations).values(row).returning({ id: integrations.id })
        const integrationId = inserted?.id ?? ''
        const uses = knowledgeBaseIds.map((knowledgeBaseId) => ({ integrationId, knowledgeBaseId }))
        if (uses.length > 0) await tx.insert(integrationKnowledgeBases).values(uses)
        return integrationId
      }),

    update: (integrationId: string, { knowledge_base_ids, welcome_message, ...changes }: Changes) =>
      db.transaction(async (tx) => {
        await tx
          .update(integrations)
          .set({
            ...changes,
            ...(welcome_message !== undefined && { welcomeMessage: welcome_message }),
            updatedAt: new Date(),
          })
          .where(eq(integrations.id, integrationId))
        if (knowledge_base_ids === undefined) return
        await tx
          .delete(integrationKnowledgeBases)
          .where(eq(integrationKnowledgeBases.integrationId, integrationId))
        const uses = knowledge_base_ids.map((knowledgeBaseId) => ({ integrationId, knowledgeBaseId }))
        if (uses.length > 0) await tx.insert(integrationKnowledgeBases).values(uses)
      }),

    delete: (id: string) => db.delete(integrations).where(eq(integrations.id, id)),
  }
}
