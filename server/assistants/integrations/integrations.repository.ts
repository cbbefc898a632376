import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { AssistantSettings, Configuration } from '../../../src/services/contract/integrations.ts'
import { fieldsOf, record, recorded } from '../../kernel/audit.ts'
import { byName, countWhere } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  conversations,
  integrationKnowledgeBases,
  integrationReaders,
  integrations,
  integrationVersions,
  knowledgeBases,
  messages,
  publicPages,
  users,
} from '../../kernel/db/schema/index.ts'
import type { ReaderId } from '../../knowledge/readers/may-read.ts'
import { mayUse } from '../../knowledge/readers/may-use.ts'
import { deleteCopies } from '../../organizations/retention/end-conversations.ts'
import { DEFAULT_SETTINGS } from './configuration.ts'
import type { IntegrationRow, QuestionCounts } from './integrations.types.ts'

type Selected = Awaited<ReturnType<typeof selectedFrom>>[number]
export type IntegrationsRepository = ReturnType<typeof createIntegrationsRepository>

type Changes = {
  name?: string | undefined
  description?: string | undefined
  knowledgeBaseIds?: string[] | undefined
  settings: { [Name in keyof AssistantSettings]?: AssistantSettings[Name] | undefined }
}

const selectedFrom = (db: Db) =>
  db
    .select({ ...getTableColumns(integrations), pageState: publicPages.state })
    .from(integrations)
    .leftJoin(publicPages, eq(publicPages.integrationId, integrations.id))
    .orderBy(asc(integrations.createdAt), asc(integrations.id))
    .$dynamic()

export const createIntegrationsRepository = (db: Db) => {
  /** Only knowledge bases of the integration's own organization, whatever the table contains. */
  const knowledgeBasesOf = async (ids: string[]) =>
    db
      .select({
        integrationId: integrationKnowledgeBases.integrationId,
        knowledgeBaseId: integrationKnowledgeBases.knowledgeBaseId,
        organizationId: knowledgeBases.organizationId,
      })
      .from(integrationKnowledgeBases)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, integrationKnowledgeBases.knowledgeBaseId))
      .where(inArray(integrationKnowledgeBases.integrationId, ids))
      .orderBy(byName(knowledgeBases.name))

  const latestOf = (ids: string[]) =>
    db
      .selectDistinctOn([integrationVersions.integrationId])
      .from(integrationVersions)
      .where(inArray(integrationVersions.integrationId, ids))
      .orderBy(integrationVersions.integrationId, desc(integrationVersions.version))

  const whole = async (rows: Selected[]): Promise<IntegrationRow[]> => {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [uses, latest] = await Promise.all([knowledgeBasesOf(ids), latestOf(ids)])
    return rows.map((row) => ({
      ...row,
      settings: { ...DEFAULT_SETTINGS, ...row.settings },
      knowledgeBaseIds: uses
        .filter((use) => use.integrationId === row.id && use.organizationId === row.organizationId)
        .map(({ knowledgeBaseId }) => knowledgeBaseId),
      published: latest.find(({ integrationId }) => integrationId === row.id) ?? null,
    }))
  }

  const use = async (tx: Tx, integrationId: string, knowledgeBaseIds: string[]) => {
    const uses = knowledgeBaseIds.map((knowledgeBaseId) => ({ integrationId, knowledgeBaseId }))
    if (uses.length > 0) await tx.insert(integrationKnowledgeBases).values(uses)
  }

  const close = async (tx: Tx, thingId: string, originalId: string) => {
    const [original] = await tx
      .select({ isRestricted: integrations.isRestricted })
      .from(integrations)
      .where(eq(integrations.id, originalId))
      .for('share')
    if (!original?.isRestricted) return
    await tx.update(integrations).set({ isRestricted: true }).where(eq(integrations.id, thingId))
    const named = await tx.select().from(integrationReaders).where(eq(integrationReaders.thingId, originalId))
    if (named.length > 0)
      await tx.insert(integrationReaders).values(named.map((reader) => ({ ...reader, thingId })))
  }

  return {
    /** Those of an organization that someone may use, oldest first. */
    of: async (organizationId: string, userId: string) =>
      whole(
        await selectedFrom(db).where(and(eq(integrations.organizationId, organizationId), mayUse(userId))),
      ),

    async idsOf(organizationId: string, userId?: string): Promise<string[]> {
      const rows = await db
        .select({ id: integrations.id })
        .from(integrations)
        .where(and(eq(integrations.organizationId, organizationId), mayUse(userId)))
      return rows.map(({ id }) => id)
    },

    /** Also null if the person may not use it. */
    async find(id: string, userId?: ReaderId): Promise<IntegrationRow | null> {
      const [row] = await whole(await selectedFrom(db).where(and(eq(integrations.id, id), mayUse(userId))))
      return row ?? null
    },

    /** Reads all messages of the assistants. One that was never asked is missing. */
    async countsOf(ids: string[]): Promise<Map<string, QuestionCounts>> {
      const rows = await db
        .select({
          id: conversations.integrationId,
          questions: countWhere(sql`${messages.role} = 'user'`),
          answered: countWhere(sql`${messages.answered}`),
        })
        .from(conversations)
        .innerJoin(messages, eq(messages.conversationId, conversations.id))
        .where(inArray(conversations.integrationId, ids))
        .groupBy(conversations.integrationId)
      return new Map(rows.map(({ id, ...counts }) => [id, counts]))
    },

    /** A copy has its original's readers. */
    insert: (row: typeof integrations.$inferInsert, knowledgeBaseIds: string[], originalId?: string) =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(integrations).values(row).returning({ id: integrations.id })
        const integrationId = inserted?.id ?? ''
        await use(tx, integrationId, knowledgeBaseIds)
        if (originalId !== undefined) await close(tx, integrationId, originalId)
        const target = { id: integrationId, name: row.name }
        await record(tx, row.organizationId, { action: 'assistant.created', target })
        return integrationId
      }),

    /** Settings that are not named stay as they are. */
    update: (id: string, { knowledgeBaseIds, settings, ...changes }: Changes) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(integrations)
          .set({
            ...changes,
            settings: sql`${integrations.settings} || ${JSON.stringify(settings)}::jsonb`,
            updatedAt: new Date(),
          })
          .where(eq(integrations.id, id))
          .returning({ organizationId: integrations.organizationId, name: integrations.name })
        if (!row) return
        await record(tx, row.organizationId, {
          action: 'assistant.changed',
          target: { id, name: row.name },
          details: { fields: fieldsOf({ ...changes, knowledge_bases: knowledgeBaseIds, ...settings }) },
        })
        if (knowledgeBaseIds === undefined) return
        await tx.delete(integrationKnowledgeBases).where(eq(integrationKnowledgeBases.integrationId, id))
        await use(tx, id, knowledgeBaseIds)
      }),

    /** Adds the next version; false if the draft has changed since. Concurrent calls get separate numbers. */
    publish: (integrationId: string, configuration: Configuration, publishedBy: string, since: Date) =>
      db.transaction(async (tx) => {
        const [draft] = await tx
          .select({ updatedAt: integrations.updatedAt, organizationId: integrations.organizationId })
          .from(integrations)
          .where(eq(integrations.id, integrationId))
          .for('update')
        if (draft?.updatedAt.getTime() !== since.getTime()) return false
        const [last] = await tx
          .select({ version: sql<number>`coalesce(max(${integrationVersions.version}), 0)`.mapWith(Number) })
          .from(integrationVersions)
          .where(eq(integrationVersions.integrationId, integrationId))
        const version = (last?.version ?? 0) + 1
        await tx.insert(integrationVersions).values({ integrationId, version, configuration, publishedBy })
        await record(tx, draft.organizationId, {
          action: 'assistant.published',
          target: { id: integrationId, name: configuration.name },
          details: { version: String(version) },
        })
        return true
      }),

    /** Newest first, with the person who published it. */
    versions: (integrationId: string) =>
      db
        .select({
          version: integrationVersions.version,
          configuration: integrationVersions.configuration,
          publishedAt: integrationVersions.publishedAt,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
        })
        .from(integrationVersions)
        .leftJoin(users, eq(users.id, integrationVersions.publishedBy))
        .where(eq(integrationVersions.integrationId, integrationId))
        .orderBy(desc(integrationVersions.version)),

    delete: ({ id, name, organizationId }: IntegrationRow) =>
      recorded(db, organizationId, { action: 'assistant.deleted', target: { id, name } }, async (tx) => {
        // Waits for requests in flight, whose copies go as well.
        await tx.select().from(integrations).where(eq(integrations.id, id)).for('update')
        await deleteCopies(tx, organizationId, sql`c.integration_id = ${id}`)
        await tx.delete(integrations).where(eq(integrations.id, id))
      }),
  }
}
