import type { createWebhookMachine } from '../../src/machines/developers/webhook-forms.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { formKey, formUnhandled, refused, shownUnhandled, unanswered } from './form.model.ts'

export const WEBHOOK = {
  id: 'w1',
  url: 'https://hooks.example.com/',
  events: ['document.ready'],
  enabled: true,
  failing_since: null,
  created_at: '2026-01-31T12:00:00.000Z',
  secret: 'whsec_and-more',
}

export const createWebhookModel: Model<typeof createWebhookMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'form.opened', organizationId: 'o1', values: { webhook_id: 'w1' } },
    { type: 'field.changed', name: 'url', value: 'https://hooks.example.com/' },
    { type: 'field.changed', name: 'events', value: [] },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [WEBHOOK, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
