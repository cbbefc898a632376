import { and, asc, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HandoverStatus, Requester } from '../../../src/services/contract/handover.ts'
import { may, Role } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { conversations, handovers, integrations, memberships, users } from '../../kernel/db/schema/index.ts'
import { fullNameIn } from '../../kernel/full-name.ts'
import { mayUse, usableBy, userPairs } from '../../knowledge/readers/may-use.ts'
import type { ItemRow } from './handover.types.ts'

const REPLIERS = Role.options.filter((role) => may(role, 'reply'))

/** Members who can reply for some assistants. */
const repliers = (db: Db, ...which: SQL[]) =>
  db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(integrations, eq(integrations.organizationId, memberships.organizationId))
    .where(and(...which, inArray(memberships.role, REPLIERS), mayUse(memberships.userId)))

/**
 * Filter of an inbox, for assistants that `userId` may use; `assigneeId` null: those that are assigned to no one who
 * can still reply.
 */
type InboxSelection = {
  organizationId: string
  userId: string
  assigneeId?: string | null
  requester?: Requester
}

const selected = (db: Db, { organizationId, userId, assigneeId, requester }: InboxSelection) =>
  and(
    eq(handovers.organizationId, organizationId),
    eq(handovers.inInbox, true),
    inArray(handovers.integrationId, usableBy(db, userId)),
    requester && eq(handovers.requester, requester),
    assigneeId === undefined
      ? undefined
      : assigneeId === null
        ? notExists(
            repliers(
              db,
              eq(integrations.id, handovers.integrationId),
              eq(memberships.userId, handovers.assigneeId),
            ),
          )
        : eq(handovers.assigneeId, assigneeId),
  )

/** The last known item, and when it was last changed if that is known. */
type Known = { before: string; before_at?: string | undefined }

/**
 * Items that follow one in the list. Its place is compared by the database, because a `Date` has no microseconds.
 * If it has moved since it was listed, the list goes on from its former millisecond, and may repeat items of it.
 */
const follows = ({ before, before_at }: Known, isNewestFirst: boolean) => {
  const [isAfter, within] = isNewestFirst ? [sql`<`, sql`interval '1 ms'`] : [sql`>`, sql`interval '0'`]
  const at = sql`to_timestamp(${before_at ? Date.parse(before_at) : null}::float8 / 1000)`
  return sql`(${handovers.lastAt}, ${handovers.conversationId}) ${isAfter} (
    select case when date_trunc('milliseconds', k.last_at) <> ${at} then ${at} + ${within} else k.last_at end,
      k.conversation_id
    from handovers k where k.conversation_id = ${before})`
}

export type InboxRepository = ReturnType<typeof createInboxRepository>

/** The team's view of hand-overs. */
export const createInboxRepository = (db: Db) => {
  const assignees = alias(users, 'assignees')
  const items = () =>
    db
      .select({
        handover: handovers,
        title: conversations.title,
        visitorId: conversations.visitorId,
        memberId: sql<
          string | null
        >`case when ${handovers.requester} = 'member' then ${conversations.userId} end`,
        assistant: integrations.name,
        assignee: sql<
          string | null
        >`case when ${assignees.id} is null then null else ${fullNameIn(assignees as never)} end`,
      })
      .from(handovers)
      .innerJoin(conversations, eq(conversations.id, handovers.conversationId))
      .innerJoin(integrations, eq(integrations.id, handovers.integrationId))
      .leftJoin(assignees, eq(assignees.id, handovers.assigneeId))
      .$dynamic()
  const asItem = ({ handover, ...more }: Awaited<ReturnType<typeof items>>[number]): ItemRow => ({
    ...handover,
    ...more,
  })

  return {
    async item(conversationId: string): Promise<ItemRow | null> {
      const [row] = await items().where(eq(handovers.conversationId, conversationId))
      return row ? asItem(row) : null
    },

    /** Longest waiting first; resolved ones newest first. */
    async page(selection: InboxSelection, status: HandoverStatus, limit: number, known: Known | null) {
      const isNewestFirst = status === 'resolved'
      const order = isNewestFirst ? desc : asc
      const rows = await items()
        .where(
          and(
            selected(db, selection),
            eq(handovers.status, status),
            known ? follows(known, isNewestFirst) : undefined,
          ),
        )
        .orderBy(order(handovers.lastAt), order(handovers.conversationId))
        .limit(limit)
      return rows.map(asItem)
    },

    async counts(selection: InboxSelection): Promise<Record<HandoverStatus, number>> {
      const rows = await db
        .select({ status: handovers.status, all: sql<number>`count(*)`.mapWith(Number) })
        .from(handovers)
        .where(selected(db, selection))
        .groupBy(handovers.status)
      return {
        open: 0,
        waiting: 0,
        resolved: 0,
        ...Object.fromEntries(rows.map(({ status, all }) => [status, all])),
      }
    },

    /** The member who asked, as long as they may use the assistant. */
    async asker({ integrationId, memberId }: Pick<ItemRow, 'integrationId' | 'memberId'>) {
      const asker = memberId === null ? [] : [memberId]
      return (await userPairs(db, asker, [integrationId])).size > 0 ? asker : []
    },

    /** Members who can reply for an assistant, except the one who asked. */
    async team({ integrationId, memberId }: Pick<ItemRow, 'integrationId' | 'memberId'>) {
      const rows = await repliers(db, eq(integrations.id, integrationId))
      return rows.flatMap(({ userId }) => (userId === memberId ? [] : [userId]))
    },
  }
}
