import { provideImproveAnswer } from '../services/assistants/improve-answer.provide.ts'
import { provideAnalytics } from '../services/conversations/analytics.provide.ts'
import { AnalyticsScreen } from '../ui/conversations/analytics/analytics-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, withIdempotencyKey, refresh }: Base) =>
  composed(AnalyticsScreen, {
    ...provideAnalytics({ http, refresh }),
    improveAnswer: provideImproveAnswer({ http, withIdempotencyKey, refresh }),
  })
