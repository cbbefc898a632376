import * as z from 'zod/mini'
import { LinkToken } from './accounts.ts'
import { exact, Id, list, Timestamp } from './common.ts'

export const INVITATIONS_AT_ONCE_MAX = 20
export const INVITATION_DAYS = 7

/** Ownership is transferred between members, not by mail. */
export const InvitedRole = z.enum(['admin', 'editor', 'viewer'])
export type InvitedRole = z.infer<typeof InvitedRole>

export const InvitationStatus = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** GET /api/v1/organizations/{id}/invitations: the pending ones, newest first; `link` can be copied. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: InvitedRole,
  status: InvitationStatus,
  /** The name of the person who sent it last; '' once the account is deleted. */
  invited_by: z.string(),
  link: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>
export const InvitationList = z.array(Invitation)

/** POST /api/v1/organizations/{id}/invitations; each address has its own result. */
export const NewInvitations = z.object({
  emails: list(exact(300), INVITATIONS_AT_ONCE_MAX, 1),
  role: InvitedRole,
})
export type NewInvitations = z.infer<typeof NewInvitations>

/** `renewed`: it was pending already, and now has this role and another seven days. */
export const InvitationResult = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'renewed', 'member', 'invalid']),
  invitation: z.nullable(Invitation),
})
export type InvitationResult = z.infer<typeof InvitationResult>
export const InvitationResults = z.object({ results: z.array(InvitationResult) })

/** GET /api/v1/invitations/{token}: what a holder of the link can know. */
export const InvitationOffer = z.object({
  status: InvitationStatus,
  email: z.string(),
  role: InvitedRole,
  organization_name: z.string(),
  /** The name of the person who sent it last; '' once the account is deleted. */
  invited_by: z.string(),
  expires_at: Timestamp,
  /** Whether the address has an account here; null for people who did not get the link by mail. */
  has_account: z.nullable(z.boolean()),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/**
 * POST /api/v1/invitations/accept, by the account it is for, and /decline, by anyone with the link. The mailed one
 * proves the address.
 */
export const InvitationAnswer = z.object({ token: LinkToken })
