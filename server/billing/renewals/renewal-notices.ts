import type { Context } from '../../context.ts'
import { DAY } from '../../kernel/durations.ts'
import { asMailText } from '../../kernel/mail/letter.ts'
import { say } from '../../kernel/texts/say.ts'
import type { BillingStatuses } from '../billing-status.ts'
import { nameOf } from '../plans.ts'
import type { Reminders } from '../reminders.ts'
import type { RenewalsRepository } from './renewals.repository.ts'

type Parts = Pick<Context, 'notifications' | 'mail' | 'link'> & { renewals: RenewalsRepository }
type Subscription = { organizationId: string; planId: string }

const PAGE = '/settings/subscription'

export type RenewalNotices = ReturnType<typeof createRenewalNotices>

/** Sends notifications and emails to the owners, who pay. */
export const createRenewalNotices = ({ renewals, notifications, mail, link }: Parts) => {
  const notify = async (
    { organizationId, planId }: Subscription,
    type: 'renewal_failure' | 'renewal_ended_failure' | 'renewal_ahead',
    rest: Record<string, number>,
  ) => {
    const values = { plan: nameOf(planId), ...rest }
    const owners = await renewals.owners(organizationId)
    await notifications.notify({ right: 'own', organizationId, type, values, link: PAGE })
    for (const { organization, ...owner } of owners)
      mail.send({
        ...owner,
        organizationId,
        // An owner may have several: the email names the one, and its link opens it.
        subject: say('renewal_mail', {
          organization: asMailText(organization),
          title: { code: type, values },
        }),
        says: [
          { code: `${type}.message`, values },
          { label: say('renewal_mail.open'), url: link(`${PAGE}?organization=${organizationId}`) },
        ],
      })
  }

  return {
    declined: ({ days, ...subscription }: Subscription & { days: number }) =>
      notify(subscription, 'renewal_failure', { days }),
    ended: (subscription: Subscription) => notify(subscription, 'renewal_ended_failure', {}),
    ahead: ({ days, amount, ...subscription }: Subscription & { days: number; amount: number }) =>
      notify(subscription, 'renewal_ahead', { days, amount }),
  }
}

/** Time between the reminder and the charge. */
const AHEAD = 7 * DAY

type ReminderParts = {
  billingStatuses: BillingStatuses
  renewals: RenewalsRepository
  notices: RenewalNotices
  remind: Reminders
}

/** Sent before a yearly charge, or a changed amount: once per renewal, however often it is called. */
export const createRenewalReminders =
  ({ billingStatuses, renewals, notices, remind }: ReminderParts) =>
  async (now = new Date()) => {
    const due = await renewals.ahead(now, new Date(now.getTime() + AHEAD))
    await remind(due, async ({ organizationId, nextAt }) => {
      const { renewal, plan, next, interval } = await billingStatuses.billingStatusOf(organizationId, now)
      if (renewal?.state !== 'renewing') return null
      const isYearly = (next?.interval ?? interval) === 'year'
      const last = await renewals.lastCharge(organizationId)
      if (!last || (!isYearly && renewal.amount === last.amount)) return null
      return {
        event: `renewal:${last.id}`,
        send: () =>
          notices.ahead({
            organizationId,
            planId: next?.planId ?? plan.id,
            days: Math.ceil((nextAt.getTime() - now.getTime()) / DAY),
            amount: renewal.amount / 100,
          }),
      }
    })
  }
