import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, lt, min, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/db/open.ts'
import { channelMessages, channels, sourcePages, visitors } from '../../kernel/db/schema/index.ts'
import { DAY } from '../../kernel/durations.ts'
import type { ChannelMessageRow, ChannelRow, Written } from './channel.types.ts'
import { createMessageLimits, type Takes } from './message-limits.ts'

export type ChannelMessagesRepository = ReturnType<typeof createChannelMessagesRepository>

/** A process that has not reported a message's outcome by then is gone. */
export const LEASE = 120_000 // ms
const leaseEnd = () => new Date(Date.now() + LEASE)

const isDue = () => and(eq(channelMessages.status, 'waiting'), lt(channelMessages.nextTryAt, sql`now()`))

/** An endless conversation ends after a day of silence, unless a person was asked for. */
const goesOn = sql`exists (select from conversations c left join handovers h on h.conversation_id = c.id
  where c.id = ${channelMessages.conversationId}
    and (c.last_message_at > now() - interval '1 day' or h.status in ('open', 'waiting')))`

export type Job = { message: ChannelMessageRow; channel: ChannelRow; visitor: typeof visitors.$inferSelect }

/** Messages from channels; each is answered by one process at a time. */
export const createChannelMessagesRepository = (db: Db) => {
  const hear = createMessageLimits(db)
  const one = ({ channelId, key }: Pick<ChannelMessageRow, 'channelId' | 'key'>) =>
    and(eq(channelMessages.channelId, channelId), eq(channelMessages.key, key))

  const earlier = alias(channelMessages, 'earlier')
  /** Messages of a thread run in order; one that waits only for its delivery holds up none. */
  const isNext = sql`not exists ${db
    .select({ key: earlier.key })
    .from(earlier)
    .where(
      and(
        eq(earlier.visitorId, channelMessages.visitorId),
        eq(earlier.thread, channelMessages.thread),
        eq(earlier.status, 'waiting'),
        isNull(earlier.reply),
        sql`(${earlier.createdAt}, ${earlier.key}) < (${channelMessages.createdAt}, ${channelMessages.key})`,
      ),
    )}`

  /** If it was woken since, it has failed with the former access, and is tried again at once. */
  const endClaim = async (row: ChannelMessageRow, outcome: Partial<typeof channelMessages.$inferInsert>) => {
    const end = (attempts: number, changes: typeof outcome) =>
      db
        .update(channelMessages)
        .set({ ...changes, isClaimed: false })
        // The number of an attempt that did not count comes again.
        .where(and(one(row), eq(channelMessages.attempts, attempts), eq(channelMessages.isClaimed, true)))
        .returning({ key: channelMessages.key })
    const ended = await end(row.attempts, outcome)
    if (ended.length === 0) await end(0, { nextTryAt: new Date() })
  }

  const isKnown = async (channelId: string, { sender, thread }: Written) =>
    (
      await db
        .select({ key: channelMessages.key })
        .from(channelMessages)
        .innerJoin(visitors, eq(visitors.id, channelMessages.visitorId))
        .where(
          and(
            eq(channelMessages.channelId, channelId),
            eq(visitors.knownAs, sender),
            eq(channelMessages.thread, thread),
          ),
        )
        .limit(1)
    ).length > 0

  /** The conversation that it belongs to; null if it begins one. */
  const conversationOf = async ({
    visitorId,
    thread,
    isEndless,
  }: Pick<ChannelMessageRow, 'visitorId' | 'thread' | 'isEndless'>): Promise<string | null> => {
    const [row] = await db
      .select({ id: channelMessages.conversationId })
      .from(channelMessages)
      .where(
        and(
          eq(channelMessages.visitorId, visitorId),
          eq(channelMessages.thread, thread),
          sql`${channelMessages.conversationId} is not null`,
          isEndless ? goesOn : undefined,
        ),
      )
      .orderBy(desc(channelMessages.createdAt))
      .limit(1)
    return row?.id ?? null
  }

  /** The sender, found again and erased by the service's id for them. */
  const visitorOf = async ({ id: channelId, integrationId }: ChannelRow, { sender, person }: Written) => {
    const [row] = await db
      .insert(visitors)
      .values({
        integrationId,
        channelId,
        knownAs: sender,
        // No token has this hash.
        tokenHash: `channel ${randomUUID()}`,
        customer: { id: sender, name: '', email: '', ...person },
      })
      .onConflictDoUpdate({
        target: [visitors.channelId, visitors.knownAs],
        set: { lastSeenAt: new Date() },
      })
      .returning()
    return row!
  }

  return {
    /** False for unsolicited or known messages, and if someone writes too much. */
    async add(channel: ChannelRow, written: Written, takes: Takes): Promise<boolean> {
      if (!written.isAddressed && !(await isKnown(channel.id, written))) return false
      const { id: visitorId } = await visitorOf(channel, written)
      const { key, thread, isEndless, place, text: content } = written
      const conversationId = await conversationOf({ ...written, visitorId })
      const hearing = await hear(visitorId, conversationId, written, takes)
      if (hearing === 'ignored') return false
      const added = await db
        .insert(channelMessages)
        .values({
          channelId: channel.id,
          key,
          visitorId,
          thread,
          isEndless,
          place,
          content,
          isBeyondLimit: hearing === 'refused',
        })
        .onConflictDoNothing()
        .returning({ key: channelMessages.key })
      if (added.length === 0) return false
      await db.update(channels).set({ lastMessageAt: new Date() }).where(eq(channels.id, channel.id))
      return true
    },

    /** Organizations with a message to take, the longest waiting first. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: channels.organizationId })
        .from(channelMessages)
        .innerJoin(channels, eq(channels.id, channelMessages.channelId))
        .where(and(isDue(), isNext))
        .groupBy(channels.organizationId)
        .orderBy(asc(min(channelMessages.nextTryAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /** Claims an organization's next due message for this process. */
    async take(organizationId: string): Promise<Job | null> {
      return db.transaction(async (tx) => {
        const [next] = await tx
          .select({ message: channelMessages, channel: channels, visitor: visitors })
          .from(channelMessages)
          .innerJoin(channels, eq(channels.id, channelMessages.channelId))
          .innerJoin(visitors, eq(visitors.id, channelMessages.visitorId))
          .where(and(isDue(), eq(channels.organizationId, organizationId), isNext))
          .orderBy(asc(channelMessages.nextTryAt), asc(channelMessages.createdAt))
          .limit(1)
          .for('update', { of: channelMessages, skipLocked: true })
        if (!next) return null
        const attempts = next.message.attempts + 1
        const claim = { attempts, isClaimed: true, nextTryAt: leaseEnd() }
        await tx.update(channelMessages).set(claim).where(one(next.message))
        return { ...next, message: { ...next.message, attempts } }
      })
    },

    renew: (row: ChannelMessageRow) =>
      db.update(channelMessages).set({ nextTryAt: leaseEnd() }).where(one(row)),

    /** Stores its progress: a process that continues does not ask again. */
    note: (row: ChannelMessageRow, changes: Partial<typeof channelMessages.$inferInsert>) =>
      db.update(channelMessages).set(changes).where(one(row)),

    conversationOf,

    /** Where the person in this conversation reads, and through which channel; null if it began elsewhere. */
    async placeOf(conversationId: string) {
      const [row] = await db
        .select({ place: channelMessages.place, channel: channels })
        .from(channelMessages)
        .innerJoin(channels, eq(channels.id, channelMessages.channelId))
        .where(eq(channelMessages.conversationId, conversationId))
        .orderBy(desc(channelMessages.createdAt))
        .limit(1)
      return row ?? null
    },

    /** The answer sent under this key to that person; null for anything else. */
    async answerSent(channelId: string, sentKey: string, sender: string) {
      const [row] = await db
        .select({ answerId: channelMessages.answerId })
        .from(channelMessages)
        .innerJoin(visitors, eq(visitors.id, channelMessages.visitorId))
        .where(
          and(
            eq(channelMessages.channelId, channelId),
            eq(channelMessages.sentKey, sentKey),
            eq(visitors.knownAs, sender),
          ),
        )
      return row?.answerId ?? null
    },

    saveCustomer: (id: string, customer: NonNullable<(typeof visitors.$inferSelect)['customer']>) =>
      db.update(visitors).set({ customer }).where(eq(visitors.id, id)),

    /** Addresses of cited documents that people can open. */
    async addressesOf(documentIds: string[]): Promise<Map<string, string>> {
      if (documentIds.length === 0) return new Map()
      const rows = await db
        .select({
          id: sourcePages.documentId,
          url: sql<string>`coalesce(${sourcePages.page}->>'url', ${sourcePages.key})`,
        })
        .from(sourcePages)
        .where(inArray(sourcePages.documentId, documentIds))
      return new Map(rows.flatMap(({ id, url }) => (id && /^https?:\/\//.test(url) ? [[id, url]] : [])))
    },

    /** Tries it again after the pause, in ms, or gives it up (null). */
    putOff: (row: ChannelMessageRow, pause: number | null) =>
      endClaim(
        row,
        pause === null
          ? { status: 'failed', reply: null, content: '' }
          : { nextTryAt: new Date(Date.now() + pause) },
      ),

    /** Tries it again after the pause, in ms: the attempt does not count. */
    putBack: (row: ChannelMessageRow, pause: number) =>
      endClaim(row, { attempts: row.attempts - 1, nextTryAt: new Date(Date.now() + pause) }),

    /** Retries waiting messages at once, after the access has changed. Claimed ones would be answered twice. */
    wake: (channelId: string) =>
      db
        .update(channelMessages)
        .set({
          attempts: 0,
          nextTryAt: sql`case when ${channelMessages.isClaimed} then ${channelMessages.nextTryAt} else now() end`,
        })
        .where(and(eq(channelMessages.channelId, channelId), eq(channelMessages.status, 'waiting'))),

    /** Deletes messages that led to no conversation. */
    sweep: () =>
      db
        .delete(channelMessages)
        .where(
          and(
            isNull(channelMessages.conversationId),
            ne(channelMessages.status, 'waiting'),
            lt(channelMessages.createdAt, new Date(Date.now() - 7 * DAY)),
          ),
        ),
  }
}
