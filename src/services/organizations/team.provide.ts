import { fromPromise } from 'xstate'
import {
  addressesIn,
  changeRoleMachine,
  type InviteValues,
  inviteMembersMachine,
  leaveOrganizationMachine,
  type RoleChange,
  removeMemberMachine,
  resendInvitationMachine,
  transferOwnershipMachine,
} from '../../machines/organizations/team.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { InvitationResult } from '../contract/invitations.ts'
import { members } from '../contract/operations/members.ts'
import type { Role } from '../contract/roles.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'
import { READERS } from './organization-live.provide.ts'

interface Services {
  http: Http
  cache: QueryCache
}

/** The machines of members and invitations. */
export function provideTeam({ http, cache }: Services) {
  const readAgain = (...names: readonly string[]) =>
    void cache.invalidateQueries({
      predicate: ({ queryKey: [first, , name] }) => first === 'org' && names.includes(String(name)),
    })
  /** Another person, or oneself. */
  const remove = ({ organizationId, id }: { organizationId: string; id: string }) =>
    http.call(members.remove, { organizationId, userId: id })

  return {
    changeRole: changeRoleMachine.provide({
      actors: {
        submit: fromPromise(
          async ({ input: { organizationId, values } }: { input: Submitted<RoleChange> }) => {
            const { user_id, name } = values
            const { role } = await http.call(
              members.setRole,
              { organizationId, userId: user_id },
              { body: { role: values.role as Role } },
            )
            return { name, role }
          },
        ),
      },
      actions: { finish: () => readAgain('members') },
    }),
    removeMember: provideConfirmation(removeMemberMachine, remove, () =>
      readAgain('members', 'usage', 'groups', ...READERS),
    ),
    transferOwnership: provideConfirmation(
      transferOwnershipMachine,
      ({ organizationId, id }) => http.call(members.transfer, { organizationId }, { body: { user_id: id } }),
      () => readAgain('members', 'usage'),
    ),
    leaveOrganization: provideConfirmation(leaveOrganizationMachine, remove, () => {}),
    inviteMembers: inviteMembersMachine.provide({
      actors: {
        submit: fromPromise<readonly InvitationResult[], Submitted<InviteValues>>(
          async ({ input: { organizationId, values } }) => {
            const body = { emails: [...addressesIn(values.addresses)], role: values.role }
            return (await http.call(members.invite, { organizationId }, { body })).results
          },
        ),
      },
      actions: { finish: () => readAgain('invitations') },
    }),
    resendInvitation: provideConfirmation(
      resendInvitationMachine,
      ({ id }) => http.call(members.resend, { id }),
      () => readAgain('invitations'),
    ),
    revokeInvitation: provideConfirmation(
      confirmationMachine,
      ({ id }) => http.call(members.withdraw, { id }),
      () => readAgain('invitations'),
    ),
  }
}
