import {
  addressesIn,
  changeRoleMachine,
  inviteMembersMachine,
  leaveOrganizationMachine,
  removeMemberMachine,
  resendInvitationMachine,
  transferOwnershipMachine,
} from '../../machines/organizations/team.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { members } from '../contract/operations/members.ts'
import type { Role } from '../contract/roles.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, provideRemoval } from '../shared/confirmation.provide.ts'
import { READERS } from './organization-live.provide.ts'

/** The machines of members and invitations. */
export function provideTeam({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = (...names: readonly string[]) =>
    void cache.invalidateQueries({
      predicate: ({ queryKey: [first, , name] }) => first === 'org' && names.includes(String(name)),
    })
  /** Another person, or oneself. */
  const remove = ({ organizationId, id }: { organizationId: string; id: string }) =>
    http.call(members.remove, { organizationId, userId: id })

  return {
    changeRole: provideForm(
      changeRoleMachine,
      async ({ user_id: userId, name, role: wanted }, organizationId) => {
        const body = { role: wanted as Role }
        const { role } = await http.call(members.setRole, { organizationId, userId }, { body })
        return { name, role }
      },
      () => readAgain('members'),
    ),
    removeMember: provideRemoval(removeMemberMachine, remove, () =>
      readAgain('members', 'usage', 'groups', ...READERS),
    ),
    transferOwnership: provideConfirmation(
      transferOwnershipMachine,
      ({ organizationId, id }) => http.call(members.transfer, { organizationId }, { body: { user_id: id } }),
      () => readAgain('members', 'usage'),
    ),
    leaveOrganization: provideConfirmation(leaveOrganizationMachine, remove, () => {}),
    inviteMembers: provideForm(
      inviteMembersMachine,
      async ({ addresses, role }, organizationId) => {
        const body = { emails: [...addressesIn(addresses)], role }
        return (await http.call(members.invite, { organizationId }, { body })).results
      },
      () => readAgain('invitations'),
    ),
    resendInvitation: provideConfirmation(
      resendInvitationMachine,
      ({ id }) => http.call(members.resend, { id }),
      () => readAgain('invitations'),
    ),
    revokeInvitation: provideRemoval(
      confirmationMachine,
      ({ id }) => http.call(members.withdraw, { id }),
      () => readAgain('invitations'),
    ),
  }
}
