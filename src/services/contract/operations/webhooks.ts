import { Acknowledged } from '../common.ts'
import {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookPatch,
} from '../webhooks.ts'
import { operation } from './operation.ts'
import { MANAGE } from './phrases.ts'

const DELIVERIES = 'The webhook lists what was sent to it.'

/** An organization’s webhooks and their deliveries. */
export const webhooks = {
  list: operation('GET /api/v1/organizations/:organizationId/webhooks', WebhookList, {
    summary: 'List the webhooks',
    may: 'manage',
    keys: MANAGE,
  }),
  create: operation('POST /api/v1/organizations/:organizationId/webhooks', CreatedWebhook, {
    summary: 'Create a webhook',
    description:
      'Events are sent by POST and signed as specified by standardwebhooks.com. The secret is shown only once. Deliveries that are not answered with 2xx are retried for two days. After five days of failures the webhook is turned off.',
    may: 'manage',
    verified: true,
    status: 201,
    body: NewWebhook,
    secret: true,
    example: {
      body: {
        url: 'https://hooks.example.com/lectern',
        events: ['conversation.answered', 'document.failed'],
      },
    },
    refuses: { 409: 'The organization has reached its maximum number of webhooks.' },
  }),
  change: operation('PATCH /api/v1/organizations/:organizationId/webhooks/:id', Webhook, {
    summary: 'Update a webhook, or turn it on or off',
    may: 'manage',
    body: WebhookPatch,
    example: { body: { enabled: false } },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/webhooks/:id', Acknowledged, {
    summary: 'Delete a webhook',
    may: 'manage',
  }),
  rotate: operation('POST /api/v1/organizations/:organizationId/webhooks/:id/rotate', CreatedWebhook, {
    summary: 'Rotate the secret of a webhook',
    description: 'For 24 hours, events are signed with both the new and the previous secret.',
    may: 'manage',
    secret: true,
  }),
  test: operation('POST /api/v1/organizations/:organizationId/webhooks/:id/test', WebhookDelivery, {
    summary: 'Send a test event',
    may: 'manage',
    keys: MANAGE,
    unaudited: DELIVERIES,
  }),
  deliveries: operation(
    'GET /api/v1/organizations/:organizationId/webhooks/:id/deliveries',
    WebhookDeliveryList,
    {
      summary: 'List the deliveries of a webhook',
      description:
        'The last 100 deliveries of the past 30 days, newest first, with the endpoint’s responses.',
      may: 'manage',
      keys: MANAGE,
    },
  ),
  redeliver: operation(
    'POST /api/v1/organizations/:organizationId/webhooks/:id/deliveries/:delivery/redeliver',
    WebhookDelivery,
    {
      summary: 'Redeliver an event',
      may: 'manage',
      keys: MANAGE,
      unaudited: DELIVERIES,
      refuses: { 409: 'It is still being delivered.' },
    },
  ),
}
