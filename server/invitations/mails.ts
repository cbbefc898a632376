import { INVITATION_DAYS, type InvitedRole } from '../../src/services/contract/invitations.ts'
import { roleName } from '../../src/services/contract/roles.ts'
import type { Mail } from '../mail/mailer.ts'
import { asWords } from '../mail/words.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

export const invitationMail = ({ to, inviter, organization, role, link }: Invited): Mail => ({
  to,
  subject: `${asWords(inviter)} invites you to ${asWords(organization)}`,
  says: [
    `${asWords(inviter)} invites you to join “${asWords(organization)}” on Lectern, as ${roleName[role].toLowerCase()}.`,
    { label: 'See the invitation', url: link },
    `The link works for ${INVITATION_DAYS} days, and is yours alone: it also confirms that this address is yours.`,
    'If you do not know what this is about, you can ignore this mail.',
  ],
})
