import type { LimitKey } from '../../src/services/contract/billing.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PaymentRow } from './billing.types.ts'
import type { BillingStatuses } from './billing-status.ts'
import { type PlanRow, planOf, TRIAL } from './plans.ts'

const DAY = 24 * 60 * 60 * 1000
/** How many days before its end a trial is spoken of. */
const REMINDED_AT = [7, 3, 1]
const WARNED_AT = 0.8

type Parts = { billing: BillingRepository; billingStatuses: BillingStatuses; notifications: Notifications }

const nouns: Record<LimitKey, string> = {
  members: 'members',
  integrations: 'integrations',
  documents: 'documents',
  storage_bytes: 'storage',
  messages_month: 'questions of this month',
}

export type BillingNotifications = ReturnType<typeof createBillingNotifications>

/** What people are told about their plan. */
export const createBillingNotifications = ({ billing, billingStatuses, notifications }: Parts) => ({
  planChanged: ({ userId, planId, kind }: PaymentRow) => {
    const name = planOf(planId)?.name ?? planId
    return notifications.notify({
      userIds: [userId],
      type: 'plan_changed_success',
      title: kind === 'renewal' ? `The next period of ${name} is paid` : `You are on ${name}`,
      message: 'The payment was confirmed. It stands among your payments.',
      link: '/payment',
    })
  },

  paymentFailed: ({ userId, planId }: PaymentRow) =>
    notifications.notify({
      userIds: [userId],
      type: 'payment_failure',
      title: 'A payment did not go through',
      message: `${planOf(planId)?.name ?? planId} was not paid. Your plan is as it was.`,
      link: `/pricing?plan=${planId}`,
    }),

  /** When something takes what is used over 80 or 100 %, those who look after the organization hear of it once. */
  async used(organizationId: string, plan: PlanRow, key: LimitKey, before: number, amount: number) {
    const max = plan.limits[key]
    if (max === null || amount <= 0) return
    const after = before + amount
    const isFull = before < max && after >= max
    if (!isFull && !(before < max * WARNED_AT && after >= max * WARNED_AT)) return
    await notifications.notify({
      userIds: await billing.managersOf(organizationId),
      organizationId,
      type: isFull ? 'usage_100_error' : 'usage_80',
      title: isFull ? `All ${nouns[key]} of ${plan.name} are used` : `80 % of the ${nouns[key]} are used`,
      message: isFull
        ? 'Adding more waits for a larger plan. Reading, exporting and deleting stay open.'
        : `The ${plan.name} plan has a little room left.`,
      link: '/settings/subscription',
    })
  },

  /** Tells whose trial ends in 7, 3 or 1 days; each of these once, however often it is asked. */
  async remindOfTrials(now = new Date()) {
    const from = new Date(now.getTime() - TRIAL)
    const to = new Date(from.getTime() + REMINDED_AT[0]! * DAY)
    for (const userId of await billing.registeredBetween(from, to)) {
      const { status, trialEnd } = await billingStatuses.billingStatusOf(userId, now)
      const days = Math.ceil((trialEnd.getTime() - now.getTime()) / DAY)
      if (status !== 'trial' || !REMINDED_AT.includes(days)) continue
      if (!(await billing.takeEvent(`trial:${userId}:${days}`))) continue
      await notifications.notify({
        userIds: [userId],
        type: 'trial_ending',
        title: `Your trial ends in ${days === 1 ? '1 day' : `${days} days`}`,
        message: 'After that you are on Free. Nothing is deleted.',
        link: '/pricing',
      })
    }
  },
})
