import { GapList, type GapPatch, SourceAnalytics, UsageSeries } from './contract/analytics.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

interface Asked {
  readonly organizationId: string
  readonly days: number
}

/** What was asked in an organization, and what was answered from. */
export const createAnalyticsApi = (http: Http, timeZone: () => string) => {
  /** Days begin at the midnight of who looks. */
  const periodOf = ({ days }: Asked) => new URLSearchParams({ days: String(days), time_zone: timeZone() })
  const at = (organizationId: string, path: string) => `/api/v1/organizations/${organizationId}/${path}`
  return {
    usageSeries: (asked: Asked, signal: AbortSignal) =>
      http.json(UsageSeries, `${at(asked.organizationId, 'usage/series')}?${periodOf(asked)}`, { signal }),
    sources: (asked: Asked, signal: AbortSignal) =>
      http.json(SourceAnalytics, `${at(asked.organizationId, 'sources')}?${periodOf(asked)}`, { signal }),
    gaps: (organizationId: string, status: string, signal: AbortSignal) =>
      http.json(GapList, `${at(organizationId, 'gaps')}?status=${status}`, { signal }),
    settle: (organizationId: string, patch: GapPatch) =>
      http.json(Anything, at(organizationId, 'gaps'), { method: 'PATCH', body: patch }),
  }
}

export type AnalyticsApi = ReturnType<typeof createAnalyticsApi>
