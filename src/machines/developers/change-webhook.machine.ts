import type { Webhook } from '../../services/contract/webhooks.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { type WebhookValues, webhookProblems } from './create-webhook.machine.ts'

/** The dialog that changes where a webhook is sent, and what it is told of. */
export const changeWebhookMachine = createFormMachine<WebhookValues, Webhook>({
  id: 'changeWebhook',
  description: 'Changes the address and the events of a webhook.',
  initial: 'closed',
  empty: { webhook_id: '', url: '', events: [] },
  validate: webhookProblems,
  fallback: t('The webhook could not be saved. Please try again.'),
})
