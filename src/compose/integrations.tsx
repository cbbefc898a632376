import { provideCreateIntegration } from '../services/creation.provide.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { IntegrationsScreen } from '../ui/screens/integrations/integrations-screen.tsx'
import { IntegrationsMachines } from '../ui/screens/integrations/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, apiBase, timeZone, withIdempotencyKey, refresh }: Base) {
  const machines = {
    createIntegration: provideCreateIntegration({
      api: createIntegrationsApi(http, timeZone, apiBase),
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
