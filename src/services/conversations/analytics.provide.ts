import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import type { GapStatus } from '../contract/analytics.ts'
import { analytics } from '../contract/operations/analytics.ts'
import { provideConfirmation } from '../shared/confirmation.provide.ts'

/** Records the outcome of unanswered questions. */
export const createSettleGaps =
  ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  async (organizationId: string, answerIds: readonly string[], status: GapStatus) => {
    const body = { answer_ids: [...answerIds], status }
    // A failure may mean that the list is old.
    await http.call(analytics.settleGaps, { organizationId }, { body }).finally(() => void refresh())
  }

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
