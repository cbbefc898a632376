import {
  Invitation,
  InvitationList,
  InvitationOffer,
  InvitationResults,
  type NewInvitations,
} from './contract/invitations.ts'
import { Member, MemberList } from './contract/members.ts'
import { Organization } from './contract/organizations.ts'
import type { Role } from './contract/roles.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** Members and invitations of an organization; with pictures that can be shown as they are. */
export const createTeamApi = (http: Http, apiBase: string) => {
  const at = (organizationId: string, path: string) => `/api/v1/organizations/${organizationId}/${path}`
  const shown = (member: Member): Member => ({
    ...member,
    profile_picture_url: member.profile_picture_url?.startsWith('/')
      ? apiBase + member.profile_picture_url
      : member.profile_picture_url,
  })
  return {
    members: async (organizationId: string, signal: AbortSignal) =>
      (await http.json(MemberList, at(organizationId, 'members'), { signal })).map(shown),
    setRole: (organizationId: string, userId: string, role: Role) =>
      http.json(Member, at(organizationId, `members/${userId}`), { method: 'PATCH', body: { role } }),
    /** Of somebody else, or of oneself. */
    remove: (organizationId: string, userId: string) =>
      http.json(Anything, at(organizationId, `members/${userId}`), { method: 'DELETE' }),
    transfer: (organizationId: string, userId: string) =>
      http.json(Member, at(organizationId, 'transfer'), { method: 'POST', body: { user_id: userId } }),
    invitations: (organizationId: string, signal: AbortSignal) =>
      http.json(InvitationList, at(organizationId, 'invitations'), { signal }),
    invite: async (organizationId: string, invitations: NewInvitations) =>
      (
        await http.json(InvitationResults, at(organizationId, 'invitations'), {
          method: 'POST',
          body: invitations,
        })
      ).results,
    resend: (id: string) => http.json(Invitation, `/api/v1/invitations/${id}/resend`, { method: 'POST' }),
    revoke: (id: string) => http.json(Anything, `/api/v1/invitations/${id}`, { method: 'DELETE' }),
    accept: (token: string) =>
      http.json(Organization, '/api/v1/invitations/accept', { method: 'POST', body: { token } }),
  }
}
export type TeamApi = ReturnType<typeof createTeamApi>

/** What whoever holds the link of an invitation may do. */
export const createInvitationLinks = (anonymous: Http) => ({
  offer: (token: string, signal: AbortSignal) =>
    anonymous.json(InvitationOffer, `/api/v1/invitations/${encodeURIComponent(token)}`, { signal }),
  decline: (token: string) =>
    anonymous.json(Anything, '/api/v1/invitations/decline', { method: 'POST', body: { token } }),
})
export type InvitationLinks = ReturnType<typeof createInvitationLinks>
