import { INVITATION_DAYS, type InvitedRole } from '../../../src/services/contract/invitations.ts'
import type { Mail } from '../../kernel/mail/mail.types.ts'
import { asMailText } from '../../kernel/mail/words.ts'
import { say } from '../../kernel/texts/say.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

export const invitationMail = ({ to, link, role, ...names }: Invited): Mail => {
  const inviter = asMailText(names.inviter)
  const organization = asMailText(names.organization)
  return {
    to,
    subject: say('invitation_mail', { inviter, organization }),
    says: [
      say('invitation_mail.invites', { inviter, organization, role }),
      { label: say('invitation_mail.see'), url: link },
      say('invitation_mail.link', { days: INVITATION_DAYS }),
      say('invitation_mail.unknown'),
    ],
  }
}
