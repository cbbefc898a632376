import type { FastifyBaseLogger } from 'fastify'
import type { BillingRepository } from './billing.repository.ts'

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
