import type { Notifications } from '../connection/notifications/notifications.service.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { BillingStatuses } from './billing-status.ts'
import type { Reminders } from './reminders.ts'

const DAY = 24 * 60 * 60 * 1000
/** Days before its end at which a trial is mentioned. */
const REMINDED_AT = [7, 3, 1]

type Parts = {
  billing: Pick<BillingRepository, 'trialsEndingBetween' | 'ownersOf'>
  billingStatuses: BillingStatuses
  notifications: Pick<Notifications, 'deliver'>
  remind: Reminders
}

/** Notifies the owners that a trial ends in 7, 3 or 1 days; each once, however often it is called. */
export const createTrialReminders =
  ({ billing, billingStatuses, notifications, remind }: Parts) =>
  async (now = new Date()) => {
    const to = new Date(now.getTime() + REMINDED_AT[0]! * DAY)
    await remind(await billing.trialsEndingBetween(now, to), async ({ organizationId }) => {
      const { status, trialEnd } = await billingStatuses.billingStatusOf(organizationId, now)
      const days = trialEnd ? Math.ceil((trialEnd.getTime() - now.getTime()) / DAY) : 0
      if (status !== 'trial' || !REMINDED_AT.includes(days)) return null
      return {
        event: `trial:${organizationId}:${days}`,
        send: async () =>
          notifications.deliver({
            userIds: await billing.ownersOf(organizationId),
            organizationId,
            type: 'trial_ending',
            values: { days },
            link: '/pricing',
          }),
      }
    })
  }
