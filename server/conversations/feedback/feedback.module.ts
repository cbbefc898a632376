import { desc, eq } from 'drizzle-orm'
import type { Feedback } from '../../../src/services/contract/feedback.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../kernel/db/open.ts'
import { feedback, organizations, users } from '../../kernel/db/schema/index.ts'
import { refusal } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { isAdministrator } from '../../operator/system/system.policy.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'

const SHOWN = 200

/** Newest first, with the names of author and organization. */
const newest = (db: Db) =>
  db
    .select({ row: feedback, email: users.email, organization: organizations.name })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .leftJoin(organizations, eq(organizations.id, feedback.organizationId))
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(SHOWN)

type FeedbackRow = Awaited<ReturnType<typeof newest>>[number]

const presentFeedback = ({ row, email, organization }: FeedbackRow): Feedback => ({
  id: row.id,
  message: row.message,
  page: row.page,
  author_email: email,
  organization_name: organization,
  created_at: row.createdAt.toISOString(),
})

/** Feedback on the product (S1.3), read by administrators of the installation. */
export const createFeedbackModule = ({ db, config }: Context): Module => ({
  async plugin(app) {
    const perPerson = limited(app, config, ({ user }) => user.id)

    serve(app, api.installation.sendFeedback, { preHandler: perPerson(10, 10) }, async ({ user, body }) => {
      const { message, page, organization_id: organizationId } = body
      if (organizationId) await memberOf(db, user.id, organizationId)
      await db.insert(feedback).values({ message, page, userId: user.id, organizationId })
      return { message: 'Thank you for your feedback.' }
    })

    serve(app, api.installation.feedback, async ({ user }) => {
      if (!(await isAdministrator(db, config, user.id))) throw refusal('administrators_only')
      return (await newest(db)).map(presentFeedback)
    })
  },
})
