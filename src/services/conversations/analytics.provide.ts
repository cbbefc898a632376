import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import type { GapStatus } from '../contract/analytics.ts'
import { provideConfirmation } from '../shared/confirmation.provide.ts'
import { createSettleGaps } from './settle-gaps.ts'

/** The machines of Source Analytics. */
export function provideAnalytics(services: Pick<WriteServices, 'http' | 'refresh'>) {
  const settle = createSettleGaps(services)
  const becoming = (status: GapStatus) =>
    provideConfirmation(
      confirmationMachine,
      ({ organizationId, parts = [] }) => settle(organizationId, parts, status),
      () => {},
    )
  return { ignoreGap: becoming('ignored'), reopenGap: becoming('open') }
}
