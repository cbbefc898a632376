import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Acknowledged } from '../../src/services/contract/common.ts'
import { type Feedback, FeedbackList, NewFeedback } from '../../src/services/contract/feedback.ts'
import type { Context } from '../context.ts'
import { forbidden } from '../errors.ts'
import { limited } from '../http/rate-limits.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { isAdministrator } from '../system/system.policy.ts'
import { createFeedbackRepository } from './feedback.repository.ts'
import type { FeedbackRow } from './feedback.types.ts'

/** S1.3: the feedback link. */
export const feedbackRoutes =
  ({ db, config }: Context): FastifyPluginAsyncZod =>
  async (app) => {
    const repository = createFeedbackRepository(db)
    const perPerson = limited(app, config, ({ user }) => user.id)

    app.post(
      '/api/v1/feedback',
      { schema: { body: NewFeedback, response: { 201: Acknowledged } }, preHandler: perPerson(10, 10) },
      async ({ user, body: { message, page, organization_id } }, reply) => {
        if (organization_id) await memberOf(db, user.id, organization_id)
        await repository.insert({ message, page, userId: user.id, organizationId: organization_id })
        return reply.code(201).send({ message: 'Thank you for your feedback.' })
      },
    )

    app.get('/api/v1/feedback', { schema: { response: { 200: FeedbackList } } }, async ({ user }) => {
      if (!(await isAdministrator(db, config, user.id)))
        throw forbidden('Only administrators of this installation may read this.')
      return (await repository.newest()).map(present)
    })
  }

const present = ({ row, email, organization }: FeedbackRow): Feedback => ({
  id: row.id,
  message: row.message,
  page: row.page,
  author_email: email,
  organization_name: organization,
  created_at: row.createdAt.toISOString(),
})
