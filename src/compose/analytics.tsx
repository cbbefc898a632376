import { provideAnalytics } from '../services/analytics.provide.ts'
import { provideImproveAnswer } from '../services/improve-answer.provide.ts'
import { ImproveMachines } from '../ui/improve/machines.ts'
import { AnalyticsScreen } from '../ui/screens/analytics/analytics-screen.tsx'
import { AnalyticsMachines } from '../ui/screens/analytics/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, withIdempotencyKey, refresh }: Base) {
  const machines = provideAnalytics({ http, refresh })
  const improve = { improveAnswer: provideImproveAnswer({ http, withIdempotencyKey, refresh }) }
  return () => (
    <AnalyticsMachines value={machines}>
      <ImproveMachines value={improve}>
        <AnalyticsScreen />
      </ImproveMachines>
    </AnalyticsMachines>
  )
}
