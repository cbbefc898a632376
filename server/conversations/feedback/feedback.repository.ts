import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { feedback, organizations, users } from '../../kernel/db/schema/index.ts'

const SHOWN = 200

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export const createFeedbackRepository = (db: Db) => ({
  insert: (row: typeof feedback.$inferInsert) => db.insert(feedback).values(row),

  /** Newest first, with the names of author and organization. */
  newest: () =>
    db
      .select({ row: feedback, email: users.email, organization: organizations.name })
      .from(feedback)
      .leftJoin(users, eq(users.id, feedback.userId))
      .leftJoin(organizations, eq(organizations.id, feedback.organizationId))
      .orderBy(desc(feedback.createdAt), desc(feedback.id))
      .limit(SHOWN),
})
