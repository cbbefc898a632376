import type { GapStatus } from '../contract/analytics.ts'
import { analytics } from '../contract/operations/analytics.ts'
import type { Http } from '../http/client.ts'

interface Services {
  http: Http
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

/** Says what becomes of questions without an answer. */
export const createSettleGaps =
  ({ http, refresh }: Services) =>
  async (organizationId: string, answerIds: readonly string[], status: GapStatus) => {
    await http.call(
      analytics.settleGaps,
      { organizationId },
      { body: { answer_ids: [...answerIds], status } },
    )
    refresh()
  }
