import {
  CreatedWebhook,
  type NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  type WebhookPatch,
} from './contract/webhooks.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** Where events of an organization are sent to, and what was sent. */
export const createWebhooksApi = (http: Http) => {
  const at = (organizationId: string, path = '') => `/api/v1/organizations/${organizationId}/webhooks${path}`
  return {
    list: (organizationId: string, signal: AbortSignal) =>
      http.json(WebhookList, at(organizationId), { signal }),
    create: (organizationId: string, webhook: NewWebhook) =>
      http.json(CreatedWebhook, at(organizationId), { method: 'POST', body: webhook }),
    change: (organizationId: string, id: string, patch: WebhookPatch) =>
      http.json(Webhook, at(organizationId, `/${id}`), { method: 'PATCH', body: patch }),
    remove: (organizationId: string, id: string) =>
      http.json(Anything, at(organizationId, `/${id}`), { method: 'DELETE' }),
    rotate: (organizationId: string, id: string) =>
      http.json(CreatedWebhook, at(organizationId, `/${id}/rotate`), { method: 'POST' }),
    test: (organizationId: string, id: string) =>
      http.json(WebhookDelivery, at(organizationId, `/${id}/test`), { method: 'POST' }),
    redeliver: (organizationId: string, id: string, delivery: string) =>
      http.json(WebhookDelivery, at(organizationId, `/${id}/deliveries/${delivery}/redeliver`), {
        method: 'POST',
      }),
    deliveries: (organizationId: string, id: string, signal?: AbortSignal) =>
      http.json(WebhookDeliveryList, at(organizationId, `/${id}/deliveries`), { signal }),
  }
}

export type WebhooksApi = ReturnType<typeof createWebhooksApi>
