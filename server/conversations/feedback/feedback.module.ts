import type { FastifyPluginAsync } from 'fastify'
import type { Feedback } from '../../../src/services/contract/feedback.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { createFeedbackRepository, type FeedbackRepository } from './feedback.repository.ts'
import { createFeedback, type FeedbackService } from './feedback.service.ts'

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
