import { desc, eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import type * as z from 'zod/mini'
import type { Feedback, NewFeedback } from '../../../src/services/contract/installation.ts'
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

type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

const createFeedbackRepository = (db: Db) => ({
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

type FeedbackService = ReturnType<typeof createFeedback>

const createFeedback = ({ db, config }: Pick<Context, 'db' | 'config'>, repository: FeedbackRepository) => ({
  /** @throws Refusal 404 for an organization that the person does not belong to */
  async add(userId: string, { message, page, organization_id }: z.output<typeof NewFeedback>) {
    if (organization_id) await memberOf(db, userId, organization_id)
    await repository.insert({ message, page, userId, organizationId: organization_id })
  },

  /** Newest first. @throws Refusal 403 except for administrators of the installation */
  async newestFor(userId: string) {
    if (!(await isAdministrator(db, config, userId))) throw refusal('administrators_only')
    return repository.newest()
  },
})

type FeedbackRow = Awaited<ReturnType<FeedbackRepository['newest']>>[number]

const presentFeedback = ({ row, email, organization }: FeedbackRow): Feedback => ({
  id: row.id,
  message: row.message,
  page: row.page,
  author_email: email,
  organization_name: organization,
  created_at: row.createdAt.toISOString(),
})

const feedbackRoutes =
  ({ config }: Context, feedback: FeedbackService): FastifyPluginAsync =>
  async (app) => {
    const perPerson = limited(app, config, ({ user }) => user.id)

    serve(
      app,
      api.installation.sendFeedback,
      async ({ user, body }) => {
        await feedback.add(user.id, body)
        return { message: 'Thank you for your feedback.' }
      },
      { preHandler: perPerson(10, 10) },
    )

    serve(app, api.installation.feedback, async ({ user }) =>
      (await feedback.newestFor(user.id)).map(presentFeedback),
    )
  }

/** Feedback on the product (S1.3). */
export const createFeedbackModule = (context: Context): Module => ({
  plugin: feedbackRoutes(context, createFeedback(context, createFeedbackRepository(context.db))),
})
