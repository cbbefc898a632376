import type {
  Invitation,
  InvitationOffer,
  InvitationStatus,
} from '../../../src/services/contract/invitations.ts'
import { fullName } from '../../kernel/full-name.ts'
import type { InvitationRow } from './invitations.repository.ts'

export const statusOf = ({ invitation: { status, expiresAt } }: InvitationRow): InvitationStatus =>
  status === 'pending' && expiresAt <= new Date() ? 'expired' : status

/** The inviter's display name; '' once the account is deleted. */
export const inviterOf = ({ inviter }: InvitationRow): string => (inviter ? fullName(inviter) : '')

export const presentInvitation = (row: InvitationRow, link: string): Invitation => ({
  id: row.invitation.id,
  email: row.invitation.email,
  role: row.invitation.role,
  status: statusOf(row),
  invited_by: inviterOf(row),
  link,
  created_at: row.invitation.createdAt.toISOString(),
  expires_at: row.invitation.expiresAt.toISOString(),
})

export const presentOffer = (row: InvitationRow, hasAccount: boolean | null): InvitationOffer => ({
  status: statusOf(row),
  email: row.invitation.email,
  role: row.invitation.role,
  organization_name: row.organization.name,
  invited_by: inviterOf(row),
  expires_at: row.invitation.expiresAt.toISOString(),
  has_account: hasAccount,
})
