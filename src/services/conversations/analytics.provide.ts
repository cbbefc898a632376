import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { GapStatus } from '../contract/analytics.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'
import { createSettleGaps } from './settle-gaps.ts'

interface Services {
  http: Http
  /** Refetches the organization's lists. */
  refresh: () => void
}

/** The machines of Source Analytics. */
export function provideAnalytics(services: Services) {
  const settle = createSettleGaps(services)
  const becoming = (status: GapStatus) =>
    provideConfirmation(
      confirmationMachine,
      ({ organizationId, parts = [] }) => settle(organizationId, parts, status),
      () => {},
    )
  return { ignoreGap: becoming('ignored'), reopenGap: becoming('open') }
}
