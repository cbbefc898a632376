import type { Webhook, WebhookDelivery } from '../../../src/services/contract/webhooks.ts'
import type { DeliveryRow, EndpointRow } from './webhooks.repository.ts'

export const presentWebhook = ({
  id,
  url,
  events,
  enabled,
  failingSince,
  createdAt,
}: EndpointRow): Webhook => ({
  id,
  url,
  events,
  enabled,
  failing_since: failingSince?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  response_status: row.responseStatus,
  response_excerpt: row.responseExcerpt,
  error: row.error,
  body: row.body,
  created_at: row.createdAt.toISOString(),
  attempted_at: row.attemptedAt?.toISOString() ?? null,
  next_try_at: row.status === 'pending' ? row.nextTryAt.toISOString() : null,
})
