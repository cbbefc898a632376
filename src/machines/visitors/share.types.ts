import type { SharePage, VisitorBudget } from '../../services/contract/share.ts'

/** Why a question was refused. `pace`: too fast, passes in seconds. `page`: the page says why when it is read again. */
export type Reason = 'pace' | 'page'

export interface ShareContext {
  readonly id: string
  readonly page: SharePage | null
  readonly error: string | null
  /** Since the page was last read. */
  readonly failedChecks: number
  /** When retrying is worthwhile, and the time of the last tick; ms since the epoch, by the visitor's clock. */
  readonly waitUntil: number
  readonly now: number
}

export type ShareEvent =
  | { type: 'retry.requested' }
  /** `wait`: seconds until the pace allows the next one. */
  | { type: 'question.refused'; reason: Reason; wait: number }
  | { type: 'budget.changed'; budget: VisitorBudget }
  | { type: 'clock.tick'; now: number }
  | { type: 'connection.lost' }
  | { type: 'connection.found' }
