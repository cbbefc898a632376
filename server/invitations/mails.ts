import { INVITATION_DAYS, type InvitedRole } from '../../src/services/contract/invitations.ts'
import { roleName } from '../../src/services/contract/roles.ts'
import type { Mail } from '../mail/mail.types.ts'
import { asWords } from '../mail/words.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

export const invitationMail = ({ to, link, role, ...names }: Invited): Mail => {
  const inviter = asWords(names.inviter)
  const organization = asWords(names.organization)
  const asked = roleName[role]
  return {
    to,
    subject: `${inviter} invites you to ${organization}`,
    says: [
      `${inviter} invites you to join “${organization}” on Lectern, with the role ${asked}.`,
      { label: 'See the invitation', url: link },
      `The link works for ${INVITATION_DAYS} days, and is yours alone: it also confirms that this address is yours.`,
      'If you do not know what this is about, you can ignore this mail.',
    ],
  }
}
