import type { changeWebhookMachine } from '../../machines/change-webhook/change-webhook.machine.ts'
import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { createWebhookMachine } from '../../machines/create-webhook/create-webhook.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly createWebhook: typeof createWebhookMachine
  readonly changeWebhook: typeof changeWebhookMachine
  readonly deleteWebhook: typeof confirmationMachine
  readonly turnOn: typeof confirmationMachine
  readonly turnOff: typeof confirmationMachine
  readonly sendTest: typeof confirmationMachine
  readonly sendAgain: typeof confirmationMachine
}

export const [WebhookMachines, useWebhookMachines] = createProvided<Machines>('WebhookMachines')
