import { changeWebhookMachine } from '../../src/machines/developers/change-webhook.machine.ts'
import { modelOfForm } from './form.model.ts'

export const changeWebhookModel = modelOfForm({
  name: 'changeWebhook',
  machine: changeWebhookMachine,
  valid: {
    webhook_id: 'w1',
    url: 'https://hooks.example.com/',
    events: ['document.ready'],
  },
  invalid: { webhook_id: 'w1', url: 'hooks', events: ['document.ready'] },
  field: 'url',
  output: {},
})
