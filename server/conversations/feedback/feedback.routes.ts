import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { presentFeedback } from './feedback.presenter.ts'
import type { FeedbackService } from './feedback.service.ts'

export const feedbackRoutes =
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
