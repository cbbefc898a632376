import { provideCreateIntegration } from '../services/creation.provide.ts'
import { provideGettingStarted } from '../services/getting-started.provide.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { IntegrationsScreen } from '../ui/screens/integrations/integrations-screen.tsx'
import { IntegrationsMachines } from '../ui/screens/integrations/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, apiBase, timeZone, withIdempotencyKey, refresh }: Base) {
  const integrations = createIntegrationsApi(http, timeZone, apiBase)
  const machines = {
    createIntegration: provideCreateIntegration({ api: integrations, withIdempotencyKey, refresh }),
    gettingStarted: provideGettingStarted({
      knowledge: createKnowledgeApi(http),
      integrations,
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
