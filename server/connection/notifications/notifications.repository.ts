import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { notifications } from '../../kernel/db/schema/index.ts'

export type NotificationRow = typeof notifications.$inferSelect

type NewNotification = typeof notifications.$inferInsert

type Page = { limit: number; unreadOnly: boolean; after?: NotificationRow | undefined }

/** Every query names the user: no one reaches another's. */
export const createNotificationsRepository = (db: Db) => {
  const unreadOf = (userId: string) => and(eq(notifications.userId, userId), isNull(notifications.readAt))

  return {
    insert: (rows: NewNotification[]) => db.insert(notifications).values(rows).returning(),

    async find(userId: string, id: string): Promise<NotificationRow | null> {
      const [row] = await db
        .select()
        .from(notifications)
        .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
      return row ?? null
    },

    /** Newest first, starting after `after`. */
    page: (userId: string, { limit, unreadOnly, after }: Page) =>
      db
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.userId, userId),
            unreadOnly ? isNull(notifications.readAt) : undefined,
            after &&
              or(
                lt(notifications.createdAt, after.createdAt),
                and(eq(notifications.createdAt, after.createdAt), lt(notifications.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(limit),

    /** Those of the people who have not read one of a type with a link. */
    async unreadBy(userIds: string[], type: string, link: string | null): Promise<string[]> {
      const rows = await db
        .select({ userId: notifications.userId })
        .from(notifications)
        .where(
          and(
            inArray(notifications.userId, userIds),
            isNull(notifications.readAt),
            eq(notifications.type, type),
            sql`${notifications.link} = ${link}`,
          ),
        )
      return rows.map(({ userId }) => userId)
    },

    countUnread: (userId: string): Promise<number> => db.$count(notifications, unreadOf(userId)),

    /** Ids of those that were unread; null means all. */
    async markRead(userId: string, ids: string[] | null): Promise<string[]> {
      const rows = await db
        .update(notifications)
        .set({ readAt: new Date() })
        .where(and(unreadOf(userId), ids ? inArray(notifications.id, ids) : undefined))
        .returning({ id: notifications.id })
      return rows.map(({ id }) => id)
    },

    async delete(userId: string, id: string): Promise<boolean> {
      const rows = await db
        .delete(notifications)
        .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
        .returning({ id: notifications.id })
      return rows.length > 0
    },

    deleteOlderThan: (moment: Date) => db.delete(notifications).where(lt(notifications.createdAt, moment)),
  }
}
export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>
