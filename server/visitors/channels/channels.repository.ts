import { and, asc, count, eq, gte, isNull } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { fieldsOf, record } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { channelMessages, channels, integrations } from '../../kernel/db/schema/index.ts'
import { requireForEveryone } from '../../knowledge/readers/may-use.ts'
import type { ChannelRow } from './channel.types.ts'

export type ChannelsRepository = ReturnType<typeof createChannelsRepository>

/** With the name of its assistant. */
export type ListedChannel = ChannelRow & { assistant: string; usedToday: number }

const DAY = 24 * 3_600_000 // ms
/** In UTC, as for public pages. */
const startOfDay = () => new Date(Math.floor(Date.now() / DAY) * DAY)

/** Channels of organizations. */
export const createChannelsRepository = (db: Db) => {
  const one = ({ id, organizationId }: Pick<ChannelRow, 'id' | 'organizationId'>) =>
    and(eq(channels.id, id), eq(channels.organizationId, organizationId))
  const targetOf = ({ id, name }: ChannelRow) => ({ id, name })
  const usedToday = (id: string) =>
    db.$count(
      channelMessages,
      and(eq(channelMessages.channelId, id), gte(channelMessages.createdAt, startOfDay())),
    )

  return {
    usedToday,

    async of(organizationId: string): Promise<ListedChannel[]> {
      const rows = await db
        .select({ channel: channels, assistant: integrations.name })
        .from(channels)
        .innerJoin(integrations, eq(integrations.id, channels.integrationId))
        .where(eq(channels.organizationId, organizationId))
        .orderBy(asc(channels.createdAt), asc(channels.id))
      return Promise.all(
        rows.map(async ({ channel, assistant }) => ({
          ...channel,
          assistant,
          usedToday: await usedToday(channel.id),
        })),
      )
    },

    async find(organizationId: string, id: string): Promise<ChannelRow | null> {
      const [row] = await db.select().from(channels).where(one({ id, organizationId }))
      return row ?? null
    },

    /** Several where servers of other addresses claim to have it, too. */
    ofAccount: (kind: ChannelRow['kind'], account: string): Promise<ChannelRow[]> =>
      db
        .select()
        .from(channels)
        .where(and(eq(channels.kind, kind), eq(channels.account, account))),

    async countOf(organizationId: string) {
      const [row] = await db
        .select({ all: count() })
        .from(channels)
        .where(eq(channels.organizationId, organizationId))
      return row?.all ?? 0
    },

    /** Null where somebody has connected the same account. @throws Refusal 409 for an assistant that is restricted */
    insert: (row: typeof channels.$inferInsert): Promise<ChannelRow | null> =>
      db.transaction(async (tx) => {
        await requireForEveryone(tx, row.integrationId)
        const [added] = await tx.insert(channels).values(row).onConflictDoNothing().returning()
        if (!added) return null
        await record(tx, row.organizationId, {
          action: 'channel.connected',
          target: targetOf(added),
          details: { kind: added.kind },
        })
        return added
      }),

    /** Null when it is gone. */
    change: (row: ChannelRow, changes: Partial<typeof channels.$inferInsert>): Promise<ChannelRow | null> =>
      db.transaction(async (tx) => {
        const [changed] = await tx.update(channels).set(changes).where(one(row)).returning()
        if (!changed) return null
        await record(tx, row.organizationId, {
          action: 'channel.changed',
          target: targetOf(changed),
          details: { fields: fieldsOf(changes) },
        })
        return changed
      }),

    delete: (row: ChannelRow) =>
      db.transaction(async (tx) => {
        const [removed] = await tx.delete(channels).where(one(row)).returning()
        if (removed)
          await record(tx, row.organizationId, { action: 'channel.removed', target: targetOf(removed) })
      }),

    /** True for the first failure since something was sent. */
    async noteFailure(id: string, error: IngestionError): Promise<boolean> {
      const [first] = await db
        .update(channels)
        .set({ error })
        .where(and(eq(channels.id, id), isNull(channels.error)))
        .returning({ id: channels.id })
      if (!first) await db.update(channels).set({ error }).where(eq(channels.id, id))
      return first !== undefined
    },

    noteSuccess: (id: string) => db.update(channels).set({ error: null }).where(eq(channels.id, id)),
  }
}
