import type { CreatedWebhook, Webhook, WebhookEvent } from '../../services/contract/webhooks.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'

export interface WebhookValues {
  /** '' for a new one. */
  readonly webhook_id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
}

const webhookProblems = ({ url, events }: WebhookValues): FieldErrors => ({
  ...(!/^https?:\/\//.test(url.trim()) && { url: t('Enter an address that begins with https://.') }),
  ...(events.length === 0 && { events: t('Choose at least one event.') }),
})

/** The dialog that creates a webhook, or renews an existing one's secret, and shows the secret once. */
export const createWebhookMachine = createFormMachine<WebhookValues, CreatedWebhook>({
  id: 'createWebhook',
  description: 'Makes a webhook, or renews its secret, and shows the secret once.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { webhook_id: '', url: '', events: ['conversation.answered'] },
  validate: (values) => (values.webhook_id === '' ? webhookProblems(values) : {}),
  fallback: t('The webhook could not be saved. Please try again.'),
})

export type CreateWebhookRef = FormRef<WebhookValues, CreatedWebhook>

/** The dialog that changes a webhook's address and its events. */
export const changeWebhookMachine = createFormMachine<WebhookValues, Webhook>({
  id: 'changeWebhook',
  description: 'Changes the address and the events of a webhook.',
  initial: 'closed',
  empty: { webhook_id: '', url: '', events: [] },
  validate: webhookProblems,
  fallback: t('The webhook could not be saved. Please try again.'),
})
