import type { ResourceQuery } from '../../machines/shell/resource/resource.types.ts'
import { pictureUrl } from '../assistants/pictures.ts'
import { analytics } from '../contract/operations/analytics.ts'
import { handover } from '../contract/operations/handover.ts'
import { DEFERRED_READS, type DeferredRead } from '../contract/reads.ts'
import type { Http } from '../http/client.ts'

/** Queries that no first screen needs. */
export type DeferredQuery = Extract<
  ResourceQuery,
  { name: keyof DeferredRead | 'gaps' | 'outcomes' | 'sources' | 'usageSeries' }
>

interface Parts {
  http: Http
  timeZone: () => string
  apiBase: string
}

/** How to fetch each of them. */
export const createDeferredFetcher = ({ http, timeZone, apiBase }: Parts) => {
  /** Days begin at the viewer's midnight. */
  const inPeriod = (days: number) => ({ days, time_zone: timeZone() })
  return ({ name, of }: DeferredQuery, signal: AbortSignal): Promise<unknown> => {
    switch (name) {
      case 'members':
        return http
          .call(DEFERRED_READS.members, of, { signal })
          .then((all) =>
            all.map((one) => ({ ...one, profile_picture_url: pictureUrl(apiBase, one.profile_picture_url) })),
          )
      case 'usageSeries':
      case 'sources':
        return http.call(analytics[name], of, { query: inPeriod(of.days), signal })
      case 'gaps':
        return http.call(analytics.gaps, of, { query: { status: of.status }, signal })
      case 'outcomes':
        return http.call(
          handover.outcomes,
          { organizationId: of.organizationId },
          { query: inPeriod(of.days), signal },
        )
      default:
        return http.call(DEFERRED_READS[name], of, { signal })
    }
  }
}
