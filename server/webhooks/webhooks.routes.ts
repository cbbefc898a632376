import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookPatch,
} from '../../src/services/contract/webhooks.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts'
import type { Webhooks } from './webhooks.service.ts'

const SENT_PER_MINUTE = 30
const OfOrganization = z.object({ organizationId: z.uuid() })
const OfWebhook = z.object({ organizationId: z.uuid(), id: z.uuid() })
const OfDelivery = z.object({ organizationId: z.uuid(), id: z.uuid(), delivery: z.uuid() })

const LIST = '/api/v1/organizations/:organizationId/webhooks'
const ONE = '/api/v1/organizations/:organizationId/webhooks/:id'

/** Where events of an organization are sent to, for those who look after it. */
export const webhookRoutes =
  ({ db, config }: Context, webhooks: Webhooks): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId
    const secret = { answersSecret: true }

    app.get(
      LIST,
      { schema: { params: OfOrganization, response: { 200: WebhookList } } },
      async ({ user, params }) =>
        (await webhooks.of(await managed(user.id, params.organizationId))).map(presentWebhook),
    )

    app.post(
      LIST,
      {
        config: secret,
        schema: { params: OfOrganization, body: NewWebhook, response: { 201: CreatedWebhook } },
      },
      async ({ user, params, body }, reply) => {
        const organizationId = await managed(user.id, params.organizationId)
        await requireVerified(db, user.id)
        const { row, secret } = await webhooks.create(organizationId, body)
        return reply.code(201).send({ ...presentWebhook(row), secret })
      },
    )

    app.patch(
      ONE,
      { schema: { params: OfWebhook, body: WebhookPatch, response: { 200: Webhook } } },
      async ({ user, params, body }) =>
        presentWebhook(await webhooks.change(await managed(user.id, params.organizationId), params.id, body)),
    )

    app.delete(
      ONE,
      { schema: { params: OfWebhook, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await webhooks.remove(await managed(user.id, params.organizationId), params.id)
        return { message: 'The webhook was deleted.' }
      },
    )

    app.post(
      `${ONE}/rotate`,
      { config: secret, schema: { params: OfWebhook, response: { 200: CreatedWebhook } } },
      async ({ user, params }) => {
        const organizationId = await managed(user.id, params.organizationId)
        const { row, secret } = await webhooks.rotate(organizationId, params.id)
        return { ...presentWebhook(row), secret }
      },
    )

    app.post(
      `${ONE}/test`,
      {
        schema: { params: OfWebhook, response: { 200: WebhookDelivery } },
        preHandler: perUser(SENT_PER_MINUTE, 1),
      },
      async ({ user, params }) =>
        presentDelivery(await webhooks.test(await managed(user.id, params.organizationId), params.id)),
    )

    app.get(
      `${ONE}/deliveries`,
      { schema: { params: OfWebhook, response: { 200: WebhookDeliveryList } } },
      async ({ user, params }) => {
        const organizationId = await managed(user.id, params.organizationId)
        return (await webhooks.deliveries(organizationId, params.id)).map(presentDelivery)
      },
    )

    app.post(
      `${ONE}/deliveries/:delivery/redeliver`,
      {
        schema: { params: OfDelivery, response: { 200: WebhookDelivery } },
        preHandler: perUser(SENT_PER_MINUTE, 1),
      },
      async ({ user, params }) => {
        const organizationId = await managed(user.id, params.organizationId)
        return presentDelivery(await webhooks.redeliver(organizationId, params.id, params.delivery))
      },
    )
  }
