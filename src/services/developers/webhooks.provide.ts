import {
  changeWebhookMachine,
  createWebhookMachine,
  type WebhookValues,
} from '../../machines/developers/webhook-forms.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import { until } from '../browser/until.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { webhooks } from '../contract/operations/webhooks.ts'
import type { WebhookDelivery } from '../contract/webhooks.ts'
import type { Http } from '../http/client.ts'
import { unlessGone } from '../http/errors.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, provideRemoval } from '../shared/confirmation.provide.ts'

const PATIENCE = 20_000 // ms

const webhookIn = ({ url, events }: WebhookValues) => ({ url: url.trim(), events: [...events] })

/** The machines of webhooks. They wait for a delivery, so its outcome is there when the dialog closes. */
export function provideWebhooks({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'webhooks', 'webhookDeliveries')
  const confirmed = (work: Parameters<typeof provideConfirmation>[1]) =>
    provideConfirmation(confirmationMachine, work, readAgain)
  /** An attempt was made, whatever its result; the list shows one that takes longer. */
  const arrived = (organizationId: string, id: string, { id: delivery }: WebhookDelivery) =>
    until(async () => {
      const found = (await http.call(webhooks.deliveries, { organizationId, id })).find(
        (one) => one.id === delivery,
      )
      return found?.status === 'pending' && found.attempts === 0 ? undefined : true
    }, AbortSignal.timeout(PATIENCE)).catch(() => null)
  return {
    createWebhook: provideForm(
      createWebhookMachine,
      (values, organizationId) =>
        values.webhook_id === ''
          ? http.call(webhooks.create, { organizationId }, { body: webhookIn(values) })
          : http.call(webhooks.rotate, { organizationId, id: values.webhook_id }),
      readAgain,
    ),
    changeWebhook: provideForm(
      changeWebhookMachine,
      (values, organizationId, opened) =>
        http.call(
          webhooks.change,
          { organizationId, id: values.webhook_id },
          { body: changesSince(opened, values, webhookIn) },
        ),
      readAgain,
    ),
    deleteWebhook: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(webhooks.remove, { organizationId, id }),
      readAgain,
    ),
    turnOn: confirmed(({ organizationId, id }) =>
      http.call(webhooks.change, { organizationId, id }, { body: { enabled: true } }),
    ),
    turnOff: confirmed(({ organizationId, id }) =>
      http.call(webhooks.change, { organizationId, id }, { body: { enabled: false } }),
    ),
    sendTest: confirmed(async ({ organizationId, id }) =>
      arrived(organizationId, id, await http.call(webhooks.test, { organizationId, id })),
    ),
    /** The part of a webhook here is one delivery; the list shows if it is gone. */
    sendAgain: confirmed(({ organizationId, id, parts: [delivery = ''] = [] }) =>
      http
        .call(webhooks.redeliver, { organizationId, id, delivery })
        .then((queued) => arrived(organizationId, id, queued))
        .catch(unlessGone),
    ),
  }
}
