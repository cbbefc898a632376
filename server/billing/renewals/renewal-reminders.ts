import type { BillingRepository } from '../billing.repository.ts'
import type { BillingStatuses } from '../billing-status.ts'
import type { RenewalNotices } from './renewal-notices.ts'
import type { RenewalsRepository } from './renewals.repository.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long before a charge the owners are notified. */
const AHEAD = 7 * DAY

type Parts = {
  billing: Pick<BillingRepository, 'takeEvent'>
  billingStatuses: BillingStatuses
  renewals: RenewalsRepository
  notices: RenewalNotices
}

/** Sent before a yearly charge, or a changed amount: once per renewal, however often it is called. */
export const createRenewalReminders =
  ({ billing, billingStatuses, renewals, notices }: Parts) =>
  async (now = new Date()) => {
    for (const { organizationId, nextAt } of await renewals.ahead(now, new Date(now.getTime() + AHEAD))) {
      const { renewal, plan, next, interval } = await billingStatuses.billingStatusOf(organizationId, now)
      if (renewal?.state !== 'renewing') continue
      const isYearly = (next?.interval ?? interval) === 'year'
      const last = await renewals.lastCharge(organizationId)
      if (!last || (!isYearly && renewal.amount === last.amount)) continue
      if (!(await billing.takeEvent(`renewal:${last.id}`))) continue
      await notices.ahead({
        organizationId,
        planId: next?.planId ?? plan.id,
        days: Math.ceil((nextAt.getTime() - now.getTime()) / DAY),
        amount: renewal.amount / 100,
      })
    }
  }
