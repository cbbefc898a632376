import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { tellOfChanges } from '../../kernel/http/settings-news.ts'
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts'
import type { Webhooks } from './webhooks.service.ts'

const SENT_PER_MINUTE = 30
/** Destinations of an organization's events, for its managers. */
export const webhookRoutes =
  ({ config, hub }: Context, webhooks: Webhooks): FastifyPluginAsync =>
  async (app) => {
    tellOfChanges(app, hub)
    const perUser = limited(app, config, ({ user }) => user.id)
    serve(app, api.webhooks.list, async ({ params }) =>
      (await webhooks.of(params.organizationId)).map(presentWebhook),
    )

    serve(app, api.webhooks.create, async ({ params, body }) => {
      const { row, secret } = await webhooks.create(params.organizationId, body)
      return { ...presentWebhook(row), secret }
    })

    serve(app, api.webhooks.change, async ({ params, body }) =>
      presentWebhook(await webhooks.change(params.organizationId, params.id, body)),
    )

    serve(app, api.webhooks.remove, async ({ params }) => {
      await webhooks.remove(params.organizationId, params.id)
      return { message: 'The webhook was deleted.' }
    })

    serve(app, api.webhooks.rotate, async ({ params }) => {
      const { row, secret } = await webhooks.rotate(params.organizationId, params.id)
      return { ...presentWebhook(row), secret }
    })

    serve(app, api.webhooks.test, { preHandler: perUser(SENT_PER_MINUTE, 1) }, async ({ params }) =>
      presentDelivery(await webhooks.test(params.organizationId, params.id)),
    )

    serve(app, api.webhooks.deliveries, async ({ params }) =>
      (await webhooks.deliveries(params.organizationId, params.id)).map(presentDelivery),
    )

    serve(app, api.webhooks.redeliver, { preHandler: perUser(SENT_PER_MINUTE, 1) }, async ({ params }) =>
      presentDelivery(await webhooks.redeliver(params.organizationId, params.id, params.delivery)),
    )
  }
