import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, Id, list, Timestamp } from './common.ts'

/** Events that an endpoint can receive. */
export const WebhookEvent = z.enum([
  'conversation.created',
  'conversation.answered',
  'answer.unanswered',
  'handover.requested',
  'document.ready',
  'document.failed',
  'document.deleted',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookDeliveryStatus = z.enum(['pending', 'succeeded', 'failed'])
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>

export const WEBHOOK_URL_MAX = 1000

const url = exact(WEBHOOK_URL_MAX).check(z.trim(), z.minLength(1, t('Please fill in this field.')))
const events = list(WebhookEvent, WebhookEvent.options.length, 1)

/** An endpoint for an organization's events, signed as standardwebhooks.com specifies. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  /** Off: by hand, or when a delivery has used up its attempts after five days without a success. */
  enabled: z.boolean(),
  failing_since: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookList = z.array(Webhook)

/** The secret is shown only once. */
export const CreatedWebhook = z.extend(Webhook, { secret: z.string() })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const NewWebhook = z.object({ url, events })
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookPatch = z.object({
  url: z.optional(url),
  events: z.optional(events),
  enabled: z.optional(z.boolean()),
})
export type WebhookPatch = z.infer<typeof WebhookPatch>

/** One event for one endpoint: its `id` is the `webhook-id` of every attempt. */
export const WebhookDelivery = z.object({
  id: Id,
  type: z.union([WebhookEvent, z.literal('test')]),
  status: WebhookDeliveryStatus,
  attempts: z.number(),
  response_status: z.nullable(z.number()),
  /** The beginning of the endpoint's response. */
  response_excerpt: z.string(),
  /** Why there was no response. */
  error: z.string(),
  body: z.string(),
  created_at: Timestamp,
  attempted_at: z.nullable(Timestamp),
  next_try_at: z.nullable(Timestamp),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryList = z.array(WebhookDelivery)
