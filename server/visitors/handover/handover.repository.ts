import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import type { Customer } from '../../../src/services/contract/handover.ts'
import { ENTRIES_SHOWN, HandoverEntryKind } from '../../../src/services/contract/transcript.ts'
import { openOrganizationOf } from '../../conversations/conversations.selection.ts'
import { emit } from '../../developers/webhooks/emit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  conversations,
  conversationVerdicts,
  handoverEntries,
  handovers,
  integrations,
  messages,
  organizations,
  users,
  visitors,
} from '../../kernel/db/schema/index.ts'
import { fullNameIn } from '../../kernel/full-name.ts'
import { queueTicket } from '../zendesk/tickets.repository.ts'
import type { EntryRow, HandoverRow, NewEntry } from './handover.types.ts'
import { createHandoverSettings } from './handover-settings.repository.ts'
import { type HeldEntries, heldEntries } from './held-entries.ts'

const isUnseen = and(eq(handoverEntries.kind, 'reply'), isNull(handoverEntries.deliveredAt))

export type HandoverRepository = ReturnType<typeof createHandoverRepository>

export const createHandoverRepository = (db: Db) => {
  const find = async (conversationId: string, tx: Db | Tx = db): Promise<HandoverRow | null> => {
    const [row] = await tx.select().from(handovers).where(eq(handovers.conversationId, conversationId))
    return row ?? null
  }

  return {
    ...createHandoverSettings(db),
    find,

    countOfAsker: (conversationId: string) => heldEntries(db, conversationId).countOfAsker(),

    /** The newest, of all kinds or of these, oldest first. */
    async entries(conversationId: string, kinds = HandoverEntryKind.options): Promise<EntryRow[]> {
      const rows = await db
        .select()
        .from(handoverEntries)
        .where(and(eq(handoverEntries.conversationId, conversationId), inArray(handoverEntries.kind, kinds)))
        .orderBy(desc(handoverEntries.createdAt), desc(handoverEntries.id))
        .limit(ENTRIES_SHOWN)
      return rows.reverse()
    },

    /** Those of several conversations, each with all entries of these kinds, oldest first. */
    async ofMany(conversationIds: string[], kinds: HandoverEntryKind[]) {
      const found = await db
        .select()
        .from(handovers)
        .where(inArray(handovers.conversationId, conversationIds))
      const entries = await db
        .select()
        .from(handoverEntries)
        .where(
          and(inArray(handoverEntries.conversationId, conversationIds), inArray(handoverEntries.kind, kinds)),
        )
        .orderBy(asc(handoverEntries.createdAt), asc(handoverEntries.id))
      const by = Map.groupBy(entries, ({ conversationId }) => conversationId)
      return found.map((handover) => ({ handover, entries: by.get(handover.conversationId) ?? [] }))
    },

    /** Asks for a person, or again after it was resolved; null if one is already asked for. */
    request: (row: typeof handovers.$inferInsert, words: string, makesTicket: boolean) =>
      db.transaction(async (tx): Promise<HandoverRow | null> => {
        const now = new Date()
        // In the order of a deletion: holding the conversation, each of many requests would stop it once.
        await tx
          .select({ id: integrations.id })
          .from(organizations)
          .innerJoin(integrations, eq(integrations.organizationId, organizations.id))
          .where(eq(integrations.id, row.integrationId))
          .for('key share')
        const [inserted] = await tx
          .insert(handovers)
          .values(row)
          .onConflictDoUpdate({
            target: handovers.conversationId,
            set: {
              status: 'open',
              inInbox: row.inInbox,
              reason: row.reason,
              requester: row.requester,
              name: row.name,
              email: row.email,
              customerId: row.customerId ?? null,
              language: row.language,
              // The new request is rated and measured by itself.
              rating: null,
              requestedAt: now,
              firstReplyAt: null,
              lastAt: now,
            },
            // No one can resolve a mail-only request here.
            setWhere: or(eq(handovers.status, 'resolved'), eq(handovers.inInbox, false))!,
          })
          .returning()
        if (!inserted || inserted.requester === 'trial') return inserted ?? null
        if (words !== '')
          await tx
            .insert(handoverEntries)
            .values({ conversationId: row.conversationId, kind: 'visitor', content: words, author: '' })
        if (makesTicket) await queueTicket(tx, row.conversationId)
        await emit(tx, openOrganizationOf(row.integrationId), 'handover.requested', {
          conversation_id: row.conversationId,
          assistant_id: row.integrationId,
          reason: row.reason,
          requester: row.requester,
          name: row.name,
          email: row.email,
          customer_id: row.customerId,
        })
        return inserted
      }),

    /** Adds an entry together with its changes; null if no one was asked for. */
    enter: (
      conversationId: string,
      entry: NewEntry,
      changes: (
        before: HandoverRow,
        held: HeldEntries,
      ) => Partial<HandoverRow> | null | Promise<Partial<HandoverRow> | null>,
    ) =>
      db.transaction(async (tx): Promise<EntryRow | null> => {
        const [before] = await tx
          .select()
          .from(handovers)
          .where(eq(handovers.conversationId, conversationId))
          .for('update')
        if (!before) return null
        const changed = await changes(before, heldEntries(tx, conversationId))
        if (!changed) return null
        // An open request keeps its place while it waits, and a note or an assignment is nothing to who asked.
        const waitsOn = changed.status === 'open' && before.status === 'open'
        const keepsPlace = changed.status === undefined || waitsOn
        await tx
          .update(handovers)
          .set({ ...changed, lastAt: keepsPlace ? sql`${handovers.lastAt}` : new Date() })
          .where(eq(handovers.conversationId, conversationId))
        const [entered] = await tx
          .insert(handoverEntries)
          .values({ conversationId, ...entry })
          .returning()
        return entered ?? null
      }),

    rate: (conversationId: string, rating: number) =>
      db.update(handovers).set({ rating }).where(eq(handovers.conversationId, conversationId)),

    async helped(conversationId: string): Promise<boolean | null> {
      const [row] = await db
        .select()
        .from(conversationVerdicts)
        .where(eq(conversationVerdicts.conversationId, conversationId))
      return row?.helped ?? null
    },

    /** Once: the first verdict stays. */
    sayHelped: (conversationId: string, helped: boolean) =>
      db.insert(conversationVerdicts).values({ conversationId, helped }).onConflictDoNothing(),

    /** Undelivered replies of a conversation, oldest first. */
    unseen: (conversationId: string): Promise<EntryRow[]> =>
      db
        .select()
        .from(handoverEntries)
        .where(and(eq(handoverEntries.conversationId, conversationId), isUnseen))
        .orderBy(asc(handoverEntries.createdAt), asc(handoverEntries.id)),

    noteSeen: (ids: string[]) =>
      db.update(handoverEntries).set({ deliveredAt: new Date() }).where(inArray(handoverEntries.id, ids)),

    /** Their page shows it to who asked. */
    noteShown: (conversationId: string) =>
      db
        .update(handoverEntries)
        .set({ deliveredAt: new Date() })
        .where(and(eq(handoverEntries.conversationId, conversationId), isUnseen)),

    /** Conversations with undelivered replies of before that time, where not only the page can show them. */
    unseenBefore: (before: Date) =>
      db
        .selectDistinct({ id: conversations.id, channel: conversations.channel })
        .from(handoverEntries)
        .innerJoin(conversations, eq(conversations.id, handoverEntries.conversationId))
        .innerJoin(handovers, eq(handovers.conversationId, conversations.id))
        .where(
          and(
            isUnseen,
            lt(handoverEntries.createdAt, before),
            or(ne(handovers.email, ''), inArray(conversations.channel, ConnectedKind.options)),
          ),
        ),

    /** Requests that could not be mailed to the team wait there. */
    moveToInbox: (conversationId: string) =>
      db.update(handovers).set({ inInbox: true }).where(eq(handovers.conversationId, conversationId)),

    /** Data that decides whether a person is offered: the last question with its answer, and negative ratings. */
    async last(conversationId: string) {
      const rows = await db
        .select({
          role: messages.role,
          content: messages.content,
          status: messages.status,
          answered: messages.answered,
          createdAt: messages.createdAt,
        })
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(desc(messages.position))
        .limit(2)
      const disliked = await db.$count(
        messages,
        and(eq(messages.conversationId, conversationId), sql`${messages.feedback}->>'rating' = 'down'`),
      )
      return {
        question: rows.find(({ role }) => role === 'user')?.content ?? '',
        answer: rows.find(({ role }) => role === 'assistant') ?? null,
        disliked,
      }
    },

    async nameOf(userId: string) {
      const [row] = await db.select({ name: fullNameIn() }).from(users).where(eq(users.id, userId))
      return row?.name ?? ''
    },

    /** A member's profile. */
    async memberAs(userId: string) {
      const [row] = await db
        .select({
          name: sql<string>`trim(concat(${users.firstName}, ' ', ${users.lastName}))`,
          email: users.email,
        })
        .from(users)
        .where(eq(users.id, userId))
      return row ?? null
    },

    /** The customer signed by the site; null without proof. */
    async customerOf(visitorId: string | null): Promise<Customer | null> {
      if (visitorId === null) return null
      const [row] = await db
        .select({ customer: visitors.customer })
        .from(visitors)
        // The service, not the site, knows people who write from a channel.
        .where(and(eq(visitors.id, visitorId), isNull(visitors.channelId)))
      return row?.customer ?? null
    },

    /** The visitor who began a conversation with an assistant; null once they are erased. */
    async visitorOf(conversationId: string, integrationId: string) {
      const [row] = await db
        .select({ visitor: visitors })
        .from(conversations)
        .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
        .where(and(eq(conversations.id, conversationId), eq(conversations.integrationId, integrationId)))
      return row?.visitor ?? null
    },

    /** Whether a visitor has asked for a person, whatever the settings are now. */
    async hasAny(integrationId: string, visitorId: string) {
      const [row] = await db
        .select({ id: handovers.conversationId })
        .from(handovers)
        .innerJoin(conversations, eq(conversations.id, handovers.conversationId))
        .where(and(eq(handovers.integrationId, integrationId), eq(conversations.visitorId, visitorId)))
        .limit(1)
      return row !== undefined
    },
  }
}
