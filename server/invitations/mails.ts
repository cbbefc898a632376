import { INVITATION_DAYS, type InvitedRole } from '../../src/services/contract/invitations.ts'
import { roleName } from '../../src/services/contract/roles.ts'
import type { Mail } from '../mail/mailer.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

/** Names are other people's words: they stand in the text alone, on one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export const invitationMail = ({ to, inviter, organization, role, link }: Invited): Mail => ({
  to,
  subject: `${oneLine(inviter)} invites you to ${oneLine(organization)}`,
  text: `${oneLine(inviter)} invites you to join “${oneLine(organization)}” on Lectern, as ${roleName[role].toLowerCase()}.\n\nSee the invitation here, within ${INVITATION_DAYS} days:\n${link}\n\nIf you do not know what this is about, you need not do anything.`,
})
