import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Acknowledged } from '../../src/services/contract/common.ts'
import { FeedbackList, NewFeedback } from '../../src/services/contract/feedback.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { presentFeedback } from './feedback.presenter.ts'
import type { FeedbackService } from './feedback.service.ts'

export const feedbackRoutes =
  ({ config }: Context, feedback: FeedbackService): FastifyPluginAsyncZod =>
  async (app) => {
    const perPerson = limited(app, config, ({ user }) => user.id)

    app.post(
      '/api/v1/feedback',
      { schema: { body: NewFeedback, response: { 201: Acknowledged } }, preHandler: perPerson(10, 10) },
      async ({ user, body }, reply) => {
        await feedback.add(user.id, body)
        return reply.code(201).send({ message: 'Thank you for your feedback.' })
      },
    )

    app.get('/api/v1/feedback', { schema: { response: { 200: FeedbackList } } }, async ({ user }) =>
      (await feedback.newestFor(user.id)).map(presentFeedback),
    )
  }
