import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { requireVerified } from '../../accounts/accounts.policy.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts'
import type { Webhooks } from './webhooks.service.ts'

const SENT_PER_MINUTE = 30
/** Destinations of an organization's events, for its managers. */
export const webhookRoutes =
  ({ db, config }: Context, webhooks: Webhooks): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId
    serve(app, api.webhooks.list, async ({ user, params }) =>
      (await webhooks.of(await managed(user.id, params.organizationId))).map(presentWebhook),
    )

    serve(app, api.webhooks.create, async ({ user, params, body }) => {
      const organizationId = await managed(user.id, params.organizationId)
      await requireVerified(db, user.id)
      const { row, secret } = await webhooks.create(organizationId, body)
      return { ...presentWebhook(row), secret }
    })

    serve(app, api.webhooks.change, async ({ user, params, body }) =>
      presentWebhook(await webhooks.change(await managed(user.id, params.organizationId), params.id, body)),
    )

    serve(app, api.webhooks.remove, async ({ user, params }) => {
      await webhooks.remove(await managed(user.id, params.organizationId), params.id)
      return { message: 'The webhook was deleted.' }
    })

    serve(app, api.webhooks.rotate, async ({ user, params }) => {
      const organizationId = await managed(user.id, params.organizationId)
      const { row, secret } = await webhooks.rotate(organizationId, params.id)
      return { ...presentWebhook(row), secret }
    })

    serve(
      app,
      api.webhooks.test,
      async ({ user, params }) =>
        presentDelivery(await webhooks.test(await managed(user.id, params.organizationId), params.id)),
      { preHandler: perUser(SENT_PER_MINUTE, 1) },
    )

    serve(app, api.webhooks.deliveries, async ({ user, params }) => {
      const organizationId = await managed(user.id, params.organizationId)
      return (await webhooks.deliveries(organizationId, params.id)).map(presentDelivery)
    })

    serve(
      app,
      api.webhooks.redeliver,
      async ({ user, params }) => {
        const organizationId = await managed(user.id, params.organizationId)
        return presentDelivery(await webhooks.redeliver(organizationId, params.id, params.delivery))
      },
      { preHandler: perUser(SENT_PER_MINUTE, 1) },
    )
  }
