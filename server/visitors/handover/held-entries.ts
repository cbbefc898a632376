import { and, count, desc, eq, inArray, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { handoverEntries } from '../../kernel/db/schema/index.ts'
import type { EntryRow } from './handover.types.ts'

/** Earlier entries of a conversation, whose row is locked if something follows from them: each query reads little. */
export const heldEntries = (tx: Db | Tx, conversationId: string) => {
  const isHere = eq(handoverEntries.conversationId, conversationId)
  const { id, kind, authorId, createdAt } = handoverEntries
  return {
    /** The last reply of someone else after the entry `seen`, or of all. */
    async replyOfAnother(userId: string, seen: string | null): Promise<EntryRow | null> {
      const known = tx
        .select({ createdAt, id })
        .from(handoverEntries)
        .where(and(isHere, sql`${id} = ${seen}`))
      const [row] = await tx
        .select()
        .from(handoverEntries)
        .where(
          and(
            isHere,
            eq(kind, 'reply'),
            sql`${authorId} is distinct from ${userId}`,
            sql`coalesce((${createdAt}, ${id}) > (${known}), true)`,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(1)
      return row ?? null
    },

    /** Messages of who asked for a person: in all, and since someone of the team last answered. */
    async countOfAsker() {
      const answered = tx
        .select({ at: max(createdAt) })
        .from(handoverEntries)
        .where(and(isHere, inArray(kind, ['reply', 'taken'])))
      const [row] = await tx
        .select({
          all: count(),
          unanswered:
            sql<number>`count(*) filter (where ${createdAt} > coalesce((${answered}), '-infinity'))`.mapWith(
              Number,
            ),
        })
        .from(handoverEntries)
        .where(and(isHere, eq(kind, 'visitor')))
      return row ?? { all: 0, unanswered: 0 }
    },
  }
}

export type HeldEntries = ReturnType<typeof heldEntries>
