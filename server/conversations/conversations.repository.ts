import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { record } from '../kernel/audit.ts'
import type { Db } from '../kernel/db/open.ts'
import { conversations, documents, integrations } from '../kernel/db/schema/index.ts'
import { mayUse } from '../knowledge/readers/may-use.ts'
import { deleteCopies } from '../organizations/retention/end-conversations.ts'
import { type Selection, selected, withCount } from './conversations.selection.ts'
import type { ConversationRow } from './conversations.types.ts'

export type ConversationsRepository = ReturnType<typeof createConversationsRepository>

export const createConversationsRepository = (db: Db) => ({
  /** Newest first, starting after `after`. */
  page: (
    selection: Selection,
    limit: number,
    after: Pick<ConversationRow, 'id' | 'lastMessageAt'> | null,
  ): Promise<ConversationRow[]> =>
    db
      .select(withCount)
      .from(conversations)
      .where(
        and(
          selected(selection),
          after
            ? sql`(${conversations.lastMessageAt}, ${conversations.id})
                < (to_timestamp(${after.lastMessageAt.getTime()}::float8 / 1000), ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
      .limit(limit),

  count: (selection: Selection): Promise<number> => db.$count(conversations, selected(selection)),

  /** With its organization; also null if the person may not use its assistant. */
  async find(id: string, userId?: string) {
    const [found] = await db
      .select({ conversation: withCount, organizationId: integrations.organizationId })
      .from(conversations)
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(and(eq(conversations.id, id), mayUse(userId)))
    return found ?? null
  },

  /** Those of `ids` that still exist. */
  async existingDocuments(ids: string[]) {
    if (ids.length === 0) return new Set<string>()
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(and(inArray(documents.id, ids), isNull(documents.removedAt)))
    return new Set(rows.map(({ id }) => id))
  },

  /** `tagsOf` makes its tags of the present ones. */
  change: (id: string, title: string | undefined, tagsOf: (present: string[]) => string[]) =>
    db.transaction(async (tx) => {
      const mine = eq(conversations.id, id)
      const [row] = await tx
        .select({ tags: conversations.tags })
        .from(conversations)
        .where(mine)
        .for('update')
      if (row)
        await tx
          .update(conversations)
          .set({ title, tags: tagsOf(row.tags) })
          .where(mine)
    }),

  /** Its title is the question, so the entry contains only the assistant's name. */
  delete: (id: string) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .select({
          channel: conversations.channel,
          assistant: integrations.name,
          organizationId: integrations.organizationId,
        })
        .from(conversations)
        .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
        .where(eq(conversations.id, id))
        .for('update', { of: conversations })
      if (!row) return
      const { organizationId, ...details } = row
      await deleteCopies(tx, organizationId, sql`c.id = ${id}`)
      await tx.delete(conversations).where(eq(conversations.id, id))
      await record(tx, organizationId, { action: 'conversation.deleted', target: { id }, details })
    }),
})
