import { and, asc, eq, sql } from 'drizzle-orm'
import { fieldsOf, record } from '../../kernel/audit.ts'
import { byName } from '../../kernel/db/filters.ts'
import type { Db } from '../../kernel/db/open.ts'
import { integrations, integrationVersions, modelProviders } from '../../kernel/db/schema/index.ts'

export type ProviderRow = typeof modelProviders.$inferSelect
export type ModelsRepository = ReturnType<typeof createModelsRepository>

type ProviderAction = 'model_provider.changed' | 'model_provider.key_renewed'

export const createModelsRepository = (db: Db) => {
  const one = (organizationId: string, id: string) =>
    and(eq(modelProviders.id, id), eq(modelProviders.organizationId, organizationId))

  return {
    of: (organizationId: string): Promise<ProviderRow[]> =>
      db
        .select()
        .from(modelProviders)
        .where(eq(modelProviders.organizationId, organizationId))
        .orderBy(asc(modelProviders.createdAt)),

    async find(organizationId: string, id: string): Promise<ProviderRow | null> {
      const [row] = await db.select().from(modelProviders).where(one(organizationId, id))
      return row ?? null
    },

    /** Models named by drafts and latest versions of an organization's assistants. */
    async named(organizationId: string) {
      const latest = db
        .selectDistinctOn([integrationVersions.integrationId], {
          integrationId: integrationVersions.integrationId,
          configuration: integrationVersions.configuration,
        })
        .from(integrationVersions)
        .orderBy(integrationVersions.integrationId, sql`${integrationVersions.version} desc`)
        .as('latest')
      const rows = await db
        .select({
          assistant: integrations.name,
          draft: integrations.settings,
          published: latest.configuration,
        })
        .from(integrations)
        .leftJoin(latest, eq(latest.integrationId, integrations.id))
        .where(eq(integrations.organizationId, organizationId))
        .orderBy(byName(integrations.name))
      return rows.map(({ assistant, draft, published }) => ({
        assistant,
        models: [draft, published].flatMap((settings) =>
          [settings?.model, settings?.fallback_model].filter((model) => model !== undefined),
        ),
      }))
    },

    insert: (row: typeof modelProviders.$inferInsert): Promise<ProviderRow> =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(modelProviders).values(row).returning()
        const details = { protocol: row.protocol, models: row.models.map(({ name }) => name).join(', ') }
        await record(tx, row.organizationId, { action: 'model_provider.created', target: inserted!, details })
        return inserted!
      }),

    /** Null if it is gone or has changed since it was read. */
    update: (
      { id, organizationId, updatedAt }: Pick<ProviderRow, 'id' | 'organizationId' | 'updatedAt'>,
      changes: Partial<typeof modelProviders.$inferInsert>,
      actions: ProviderAction[],
    ): Promise<ProviderRow | null> =>
      db.transaction(async (tx) => {
        const [stored] = await tx
          .select({ updatedAt: modelProviders.updatedAt })
          .from(modelProviders)
          .where(one(organizationId, id))
          .for('update')
        if (stored?.updatedAt.getTime() !== updatedAt.getTime()) return null
        const [row] = await tx
          .update(modelProviders)
          .set({ ...changes, updatedAt: new Date() })
          .where(one(organizationId, id))
          .returning()
        const { apiKey: _, keyHint: __, ...recorded } = changes
        for (const action of actions) {
          const details = action === 'model_provider.changed' ? { fields: fieldsOf(recorded) } : {}
          await record(tx, organizationId, { action, target: row!, details })
        }
        return row!
      }),

    delete: ({ id, organizationId }: Pick<ProviderRow, 'id' | 'organizationId'>): Promise<void> =>
      db.transaction(async (tx) => {
        const [row] = await tx.delete(modelProviders).where(one(organizationId, id)).returning()
        if (!row) return
        const target = { id, name: row.name }
        await record(tx, organizationId, { action: 'model_provider.deleted', target })
      }),
  }
}
