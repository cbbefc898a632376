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

/** `plan`: its name. */
const FULL: Record<LimitKey, (plan: string) => string> = {
  members: (plan) => `All members of ${plan} are used`,
  integrations: (plan) => `All integrations of ${plan} are used`,
  documents: (plan) => `All documents of ${plan} are used`,
  storage_bytes: (plan) => `All storage of ${plan} is used`,
  messages_month: (plan) => `All questions of this month on ${plan} are used`,
}
const NEARLY_FULL: Record<LimitKey, string> = {
  members: '80 % of the members are used',
  integrations: '80 % of the integrations are used',
  documents: '80 % of the documents are used',
  storage_bytes: '80 % of the storage is used',
  messages_month: '80 % of the questions of this month are used',
}

const nameOf = (planId: string) => planOf(planId)?.name ?? planId

export type BillingNotifications = ReturnType<typeof createBillingNotifications>

/** What people are told about their plan. */
export const createBillingNotifications = ({ billing, billingStatuses, notifications }: Parts) => ({
  planChanged({ userId, planId, kind }: PaymentRow) {
    const plan = nameOf(planId)
    return notifications.notify({
      userIds: [userId],
      type: 'plan_changed_success',
      title: kind === 'renewal' ? `The next period of ${plan} is paid` : `You are on ${plan}`,
      message: 'The payment was confirmed. It stands among your payments.',
      link: '/payment',
    })
  },

  paymentFailed({ userId, planId }: PaymentRow) {
    const plan = nameOf(planId)
    return notifications.notify({
      userIds: [userId],
      type: 'payment_failure',
      title: 'A payment did not go through',
      message: `${plan} was not paid. Your plan is as it was.`,
      link: `/pricing?plan=${planId}`,
    })
  },

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
      title: isFull ? FULL[key](plan.name) : NEARLY_FULL[key],
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
        title: days === 1 ? 'Your trial ends in 1 day' : `Your trial ends in ${days} days`,
        message: 'After that you are on Free. Nothing is deleted.',
        link: '/pricing',
      })
    }
  },
})
