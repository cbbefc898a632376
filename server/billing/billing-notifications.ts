import type { LimitKey } from '../../src/services/contract/billing.ts'
import type { Notifications } from '../connection/notifications/notifications.service.ts'
import type { PaymentRow } from './billing.types.ts'
import { nameOf, type PlanRow } from './plans.ts'

const WARNED_AT = 0.8

export type BillingNotifications = ReturnType<typeof createBillingNotifications>

/** Notifications about the plan. */
export const createBillingNotifications = (notifications: Notifications) => ({
  async planChanged({ organizationId, planId, kind }: PaymentRow, creditedTo?: string) {
    await notifications.notify({
      right: 'own',
      organizationId,
      type: 'plan_changed_success',
      values: creditedTo ? { plan: nameOf(creditedTo), kind: 'credited' } : { plan: nameOf(planId), kind },
      link: '/payment',
    })
  },

  async paymentFailed({ organizationId, planId }: PaymentRow) {
    await notifications.notify({
      right: 'own',
      organizationId,
      type: 'payment_failure',
      values: { plan: nameOf(planId) },
      link: `/pricing?plan=${planId}`,
    })
  },

  /** Notifies an organization's managers once when usage passes 80 or 100 %. */
  async used(organizationId: string, plan: PlanRow, key: LimitKey, before: number, amount: number) {
    const max = plan.limits[key]
    if (max === null || amount <= 0) return
    const after = before + amount
    const isFull = before < max && after >= max
    if (!isFull && !(before < max * WARNED_AT && after >= max * WARNED_AT)) return
    await notifications.notify({
      right: 'manage',
      organizationId,
      type: isFull ? 'usage_100_error' : 'usage_80',
      values: { limit: key, plan: plan.name },
      link: '/settings/subscription',
    })
  },
})
