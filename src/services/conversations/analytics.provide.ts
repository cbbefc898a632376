import type { GapStatus } from '../contract/analytics.ts'
import type { Http } from '../http/client.ts'
import { provideRemoval } from '../shell/removal.provide.ts'
import { createSettleGaps } from './settle-gaps.ts'

interface Services {
  http: Http
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

/** The machines of Source Analytics. */
export function provideAnalytics(services: Services) {
  const settle = createSettleGaps(services)
  const becoming = (status: GapStatus) =>
    provideRemoval(
      (ids, scope) => settle(scope, ids.split(' '), status),
      () => undefined,
    )
  return { ignoreGap: becoming('ignored'), reopenGap: becoming('open') }
}
