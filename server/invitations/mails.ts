import { INVITATION_DAYS, type InvitedRole } from '../../src/services/contract/invitations.ts'
import { roleName } from '../../src/services/contract/roles.ts'
import type { Mail } from '../mail/mailer.ts'
import { asWords } from '../mail/words.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

export const invitationMail = ({ to, inviter, organization, role, link }: Invited): Mail => ({
  to,
  subject: `${asWords(inviter)} invites you to ${asWords(organization)}`,
  text: `${asWords(inviter)} invites you to join “${asWords(organization)}” on Lectern, as ${roleName[role].toLowerCase()}.\n\nSee the invitation here, within ${INVITATION_DAYS} days:\n${link}\n\nThe link is yours alone: it also confirms that this address is yours.\n\nIf you do not know what this is about, you need not do anything.`,
})
