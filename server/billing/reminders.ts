import type { FastifyBaseLogger } from 'fastify'
import type { Notifications } from '../connection/notifications/notifications.service.ts'
import { DAY } from '../kernel/durations.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { BillingStatuses } from './billing-status.ts'

type Parts = { billing: Pick<BillingRepository, 'takeEvent' | 'releaseEvent'>; log: FastifyBaseLogger }

/** `event` identifies it: it is sent once, by whichever process comes first. */
type Reminder = { event: string; send: () => Promise<void> }

export type Reminders = ReturnType<typeof createReminders>

/** Sends reminders to organizations. One that fails is logged and tried again on the next pass; others are sent. */
export const createReminders =
  ({ billing, log }: Parts) =>
  async <Due extends { organizationId: string }>(
    due: readonly Due[],
    /** Null: nothing to mention. */
    reminderOf: (one: Due) => Promise<Reminder | null>,
  ): Promise<void> => {
    const remind = async (one: Due) => {
      const reminder = await reminderOf(one)
      if (!reminder || !(await billing.takeEvent(reminder.event))) return
      await reminder.send().catch(async (error: unknown) => {
        await billing.releaseEvent(reminder.event)
        throw error
      })
    }
    for (const one of due)
      await remind(one).catch((error: unknown) =>
        log.error({ err: error, organizationId: one.organizationId }, 'a reminder could not be sent'),
      )
  }

/** Days before its end at which a trial is mentioned. */
const REMINDED_AT = [7, 3, 1]

type TrialParts = {
  billing: Pick<BillingRepository, 'trialsEndingBetween'>
  billingStatuses: BillingStatuses
  notifications: Pick<Notifications, 'deliver'>
  remind: Reminders
}

/** Notifies the owners that a trial ends in 7, 3 or 1 days; each once, however often it is called. */
export const createTrialReminders =
  ({ billing, billingStatuses, notifications, remind }: TrialParts) =>
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
            right: 'own',
            organizationId,
            type: 'trial_ending',
            values: { days },
            link: '/pricing',
          }),
      }
    })
  }
