import { provideWebhooks } from '../services/webhooks.provide.ts'
import { WebhooksScreen } from '../ui/screens/webhooks/webhooks-screen.tsx'
import { WebhookMachines } from '../ui/webhooks/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = provideWebhooks({ http, cache })
  return () => (
    <WebhookMachines value={machines}>
      <WebhooksScreen />
    </WebhookMachines>
  )
}
