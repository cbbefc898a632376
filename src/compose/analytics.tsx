import { provideAnalytics } from '../services/analytics.provide.ts'
import { provideImproveAnswer } from '../services/improve-answer.provide.ts'
import { AnalyticsScreen } from '../ui/screens/analytics/analytics-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, withIdempotencyKey, refresh }: Base) =>
  composed(AnalyticsScreen, {
    ...provideAnalytics({ http, refresh }),
    improveAnswer: provideImproveAnswer({ http, withIdempotencyKey, refresh }),
  })
