import { provideCreateIntegration } from '../services/creation.provide.ts'
import { provideGettingStarted } from '../services/getting-started.provide.ts'
import { IntegrationsScreen } from '../ui/screens/integrations/integrations-screen.tsx'
import { IntegrationsMachines } from '../ui/screens/integrations/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, withIdempotencyKey, refresh }: Base) {
  const machines = {
    createIntegration: provideCreateIntegration({ http, withIdempotencyKey, refresh }),
    gettingStarted: provideGettingStarted({
      http,
      withIdempotencyKey,
      refresh,
    }),
  }
  return () => (
    <IntegrationsMachines value={machines}>
      <IntegrationsScreen />
    </IntegrationsMachines>
  )
}
