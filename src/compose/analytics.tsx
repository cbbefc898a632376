import { provideAnalytics } from '../services/analytics.provide.ts'
import { createAnalyticsApi } from '../services/analytics-api.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { AnalyticsScreen } from '../ui/screens/analytics/analytics-screen.tsx'
import { AnalyticsMachines } from '../ui/screens/analytics/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, apiBase, timeZone, withIdempotencyKey, refresh }: Base) {
  const machines = provideAnalytics({
    analytics: createAnalyticsApi(http, timeZone),
    knowledge: createKnowledgeApi(http),
    integrations: createIntegrationsApi(http, timeZone, apiBase),
    withIdempotencyKey,
    refresh,
  })
  return () => (
    <AnalyticsMachines value={machines}>
      <AnalyticsScreen />
    </AnalyticsMachines>
  )
}
