import * as z from 'zod/mini'
import { LinkToken } from '../accounts.ts'
import { Acknowledged } from '../common.ts'
import {
  Invitation,
  InvitationAnswer,
  InvitationList,
  InvitationOffer,
  InvitationResults,
  NewInvitations,
} from '../invitations.ts'
import { Member, MemberList, MemberPatch, Transfer } from '../members.ts'
import { Organization } from '../organizations.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'
import { PLAN_FULL, READ } from './phrases.ts'

const ENDED = { 410: 'The invitation was answered or withdrawn, or has expired.' }
const UNKNOWN = { 404: 'There is no such invitation.' }
const LAST_OWNER = { 409: 'An organization keeps at least one owner.' }

/** Members and invitations of an organization. */
export const members = {
  list: operation('GET /api/v1/organizations/:organizationId/members', MemberList, {
    summary: 'List the members',
    may: 'read',
    keys: READ,
  }),
  setRole: operation('PATCH /api/v1/organizations/:organizationId/members/:userId', Member, {
    summary: 'Update the role of a member',
    may: 'manage',
    body: MemberPatch,
    example: { body: { role: 'editor' } },
    refuses: LAST_OWNER,
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/members/:userId', Acknowledged, {
    summary: 'Remove a member, or leave the organization',
    may: 'manage',
    orOwn: true,
    refuses: LAST_OWNER,
  }),
  transfer: operation('POST /api/v1/organizations/:organizationId/transfer', Member, {
    summary: 'Transfer ownership to another member',
    may: 'own',
    body: Transfer,
    example: { body: { user_id: EXAMPLE_IDS.member } },
    refuses: { 409: 'The member is already an owner.' },
  }),
  invitations: operation('GET /api/v1/organizations/:organizationId/invitations', InvitationList, {
    summary: 'List the invitations',
    may: 'manage',
  }),
  invite: operation('POST /api/v1/organizations/:organizationId/invitations', InvitationResults, {
    summary: 'Invite people by email',
    may: 'manage',
    verified: true,
    body: NewInvitations,
    secret: true,
    example: { body: { emails: ['charles@example.com'], role: 'editor' } },
    refuses: { 402: PLAN_FULL, 409: 'Someone has just answered their invitation.' },
  }),
  resend: operation('POST /api/v1/invitations/:id/resend', Invitation, {
    summary: 'Resend an invitation',
    may: 'manage',
    verified: true,
    secret: true,
    refuses: ENDED,
  }),
  withdraw: operation('DELETE /api/v1/invitations/:id', Acknowledged, {
    summary: 'Withdraw an invitation',
    may: 'manage',
    refuses: { 410: 'The invitation was already accepted.' },
  }),
  offer: operation('GET /api/v1/invitations/:token', InvitationOffer, {
    summary: 'Get an invitation by its link',
    who: 'anyone',
    params: z.object({ token: LinkToken }),
  }),
  accept: operation('POST /api/v1/invitations/accept', Organization, {
    summary: 'Accept an invitation',
    who: 'self',
    body: InvitationAnswer,
    example: { body: { token: 'the-token-of-the-mailed-link' } },
    refuses: {
      403: 'The invitation is for another address, or your address is not confirmed.',
      409: 'You are already a member, or the organization is full.',
      ...UNKNOWN,
      ...ENDED,
    },
  }),
  decline: operation('POST /api/v1/invitations/decline', Acknowledged, {
    summary: 'Decline an invitation',
    who: 'anyone',
    body: InvitationAnswer,
    example: { body: { token: 'the-token-of-the-mailed-link' } },
    refuses: { ...UNKNOWN, ...ENDED },
  }),
}
