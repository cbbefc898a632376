import { and, asc, eq, gt, gte, isNull, lt, min, sql } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { fieldsOf, record } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { channelMessages, channels, integrations } from '../../kernel/db/schema/index.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { requireForEveryone } from '../../knowledge/readers/may-use.ts'
import type { ChannelRow } from './channel.types.ts'

export type ChannelsRepository = ReturnType<typeof createChannelsRepository>

/** With the name of its assistant. */
export type ListedChannel = ChannelRow & { assistant: string; usedToday: number }

/** A process that has not reported its progress by then is gone. */
export const READING_LEASE = MINUTE
const isToRead = () => and(eq(channels.enabled, true), lt(channels.nextReadAt, sql`now()`))
const isActiveAt = (mark: string | null) =>
  and(eq(channels.enabled, true), sql`${channels.mark} is not distinct from ${mark}`)
const fromNow = (ms: number) => sql`now() + make_interval(secs => ${ms / 1_000})`

/** In UTC, as for public pages. */
const startOfDay = () => new Date(Math.floor(Date.now() / DAY) * DAY)

/** Channels of organizations. */
export const createChannelsRepository = (db: Db) => {
  const one = ({ id, organizationId }: Pick<ChannelRow, 'id' | 'organizationId'>) =>
    and(eq(channels.id, id), eq(channels.organizationId, organizationId))
  /** Saved settings are sealed again. */
  const asConnected = (row: ChannelRow) => and(one(row), eq(channels.secrets, row.secrets))
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

    /** Several, if servers at other addresses claim the same account. */
    ofAccount: (kind: ChannelRow['kind'], account: string): Promise<ChannelRow[]> =>
      db
        .select()
        .from(channels)
        .where(and(eq(channels.kind, kind), eq(channels.account, account))),

    countOf: (organizationId: string) => db.$count(channels, eq(channels.organizationId, organizationId)),

    /** Null if the same account is already connected. @throws Refusal 409 for a restricted assistant */
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

    /** Null if it is gone. `reading`: only if unchanged since. */
    change: (
      row: ChannelRow,
      changes: Partial<typeof channels.$inferInsert>,
      reading: Partial<typeof channels.$inferInsert>,
    ): Promise<ChannelRow | null> =>
      db.transaction(async (tx) => {
        const [changed] = await tx
          .update(channels)
          .set({ ...changes, ...reading })
          .where(one(row))
          .returning()
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

    /** Organizations with channels to poll, the longest waiting first. */
    async waitingToRead() {
      const rows = await db
        .select({ organizationId: channels.organizationId })
        .from(channels)
        .where(isToRead())
        .groupBy(channels.organizationId)
        .orderBy(asc(min(channels.nextReadAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /** Claims an organization's next channel to poll for this process. */
    takeToRead: (organizationId: string): Promise<ChannelRow | null> =>
      db.transaction(async (tx) => {
        const [next] = await tx
          .select()
          .from(channels)
          .where(and(isToRead(), eq(channels.organizationId, organizationId)))
          .orderBy(asc(channels.nextReadAt))
          .limit(1)
          .for('update', { skipLocked: true })
        if (!next) return null
        await tx
          .update(channels)
          .set({ nextReadAt: fromNow(READING_LEASE) })
          .where(one(next))
        return next
      }),

    /** Whether it was not paused since it was read up to there. Resuming moves the mark. */
    isReadFrom: async (row: ChannelRow, mark: string | null) =>
      (await db.$count(channels, and(one(row), isActiveAt(mark)))) > 0,

    /** Extends this process's claim. */
    renewReading: (row: ChannelRow) =>
      db
        .update(channels)
        .set({ nextReadAt: fromNow(READING_LEASE) })
        .where(asConnected(row)),

    /** Stores its progress; false if the channel was paused, resumed or given new settings since. */
    async goOnReading(row: ChannelRow, from: string | null, to: string) {
      const gone = await db
        .update(channels)
        .set({ mark: to, nextReadAt: fromNow(READING_LEASE) })
        .where(and(asConnected(row), isActiveAt(from)))
        .returning({ id: channels.id })
      return gone.length > 0
    },

    /** @param pause ms until the next poll; a channel with new settings is polled at once */
    endReading: (row: ChannelRow, pause: number, wasRead: boolean) =>
      db
        .update(channels)
        .set({ nextReadAt: fromNow(pause), ...(wasRead && { lastReadAt: new Date() }) })
        .where(asConnected(row)),

    /** Whether an answer that could not be sent is to be sent again. */
    isRetrying: async ({ id }: ChannelRow) =>
      (await db.$count(
        channelMessages,
        and(
          eq(channelMessages.channelId, id),
          eq(channelMessages.status, 'waiting'),
          gt(channelMessages.attempts, 0),
        ),
      )) > 0,

    noteSuccess: (id: string) => db.update(channels).set({ error: null }).where(eq(channels.id, id)),
  }
}
