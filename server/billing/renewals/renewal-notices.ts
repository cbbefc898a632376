import type { Context } from '../../context.ts'
import { say } from '../../kernel/texts/say.ts'
import { planOf } from '../plans.ts'
import type { RenewalsRepository } from './renewals.repository.ts'

type Parts = Pick<Context, 'notifications' | 'mail' | 'link'> & { renewals: RenewalsRepository }
type Told = { userId: string; planId: string }

const PAGE = '/settings/subscription'

export type RenewalNotices = ReturnType<typeof createRenewalNotices>

/** A notification and a mail to whoever pays. */
export const createRenewalNotices = ({ renewals, notifications, mail, link }: Parts) => {
  const tell = async (
    { userId, planId }: Told,
    type: 'renewal_failure' | 'renewal_ended_failure',
    rest: Record<string, number>,
  ) => {
    const values = { plan: planOf(planId)?.name ?? planId, ...rest }
    await notifications.notify({ userIds: [userId], type, values, link: PAGE })
    const to = await renewals.addressOf(userId)
    if (!to) return
    mail.send({
      to,
      subject: { code: type, values },
      says: [
        { code: `${type}.message`, values },
        { label: say('renewal_mail.open'), url: link(PAGE) },
      ],
    })
  }

  return {
    declined: (told: Told & { days: number }) => tell(told, 'renewal_failure', { days: told.days }),
    ended: (told: Told) => tell(told, 'renewal_ended_failure', {}),
  }
}
