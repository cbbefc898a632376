import { provideAnalytics } from '../services/analytics.provide.ts'
import { AnalyticsScreen } from '../ui/screens/analytics/analytics-screen.tsx'
import { AnalyticsMachines } from '../ui/screens/analytics/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, withIdempotencyKey, refresh }: Base) {
  const machines = provideAnalytics({
    http,
    withIdempotencyKey,
    refresh,
  })
  return () => (
    <AnalyticsMachines value={machines}>
      <AnalyticsScreen />
    </AnalyticsMachines>
  )
}
