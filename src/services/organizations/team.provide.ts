import { fromPromise } from 'xstate'
import { changeRoleMachine, type RoleChange } from '../../machines/organizations/change-role.machine.ts'
import {
  addressesIn,
  type InviteValues,
  inviteMembersMachine,
} from '../../machines/organizations/invite-members.machine.ts'
import { confirmationMachine, type Subject } from '../../machines/shell/confirmation.machine.ts'
import { type InSystem, tell } from '../../machines/system.ts'
import { t } from '../../texts/t.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { InvitationResult } from '../contract/invitations.ts'
import { members } from '../contract/operations/members.ts'
import { type Role, roleName } from '../contract/roles.ts'
import type { Http } from '../http/client.ts'
import { showDone } from '../shell/show-done.ts'
import { leaveOrganization } from './leave-organization.ts'

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
  const confirmed = (
    carryOut: (organizationId: string, id: string) => Promise<unknown>,
    finish: (scope: InSystem, subject: Subject) => void,
  ) =>
    confirmationMachine.provide({
      actors: {
        carryOut: fromPromise<void, Subject>(async ({ input }) => {
          await carryOut(input.organizationId ?? '', input.id)
        }),
      },
      actions: { finish },
    })
  /** Somebody else, or oneself. */
  const remove = (organizationId: string, userId: string) =>
    http.call(members.remove, { organizationId, userId })

  return {
    changeRole: changeRoleMachine.provide({
      actors: {
        submit: fromPromise(async ({ input: { values } }: { input: { values: RoleChange } }) => {
          const { organization_id, user_id, name } = values
          const { role } = await http.call(
            members.setRole,
            { organizationId: organization_id, userId: user_id },
            { body: { role: values.role as Role } },
          )
          return { name, role }
        }),
      },
      actions: {
        finish: (scope, { output: { name, role } }) => {
          readAgain('members')
          showDone(scope, t('{name} is now {roleName}.', { name, roleName: roleName[role] }))
        },
      },
    }),
    removeMember: confirmed(remove, (scope, { name }) => {
      readAgain('members', 'usage')
      showDone(scope, t('{name} was removed.', { name }))
    }),
    transferOwnership: confirmed(
      (organizationId, id) => http.call(members.transfer, { organizationId }, { body: { user_id: id } }),
      (scope, { name }) => {
        readAgain('members', 'usage')
        tell(scope, 'organizations', { type: 'organizations.changed' })
        showDone(scope, t('{name} now owns the organization.', { name }))
      },
    ),
    leaveOrganization: confirmed(remove, (scope, { organizationId = '', name }) => {
      leaveOrganization(scope, organizationId)
      showDone(scope, t('You left {name}.', { name }))
    }),
    inviteMembers: inviteMembersMachine.provide({
      actors: {
        submit: fromPromise<readonly InvitationResult[], { values: InviteValues }>(
          async ({ input: { values } }) => {
            const body = { emails: [...addressesIn(values.addresses)], role: values.role }
            return (await http.call(members.invite, { organizationId: values.organization_id }, { body }))
              .results
          },
        ),
      },
      actions: { finish: () => readAgain('invitations') },
    }),
    resendInvitation: confirmed(
      (_, id) => http.call(members.resend, { id }),
      (scope, { name }) => {
        readAgain('invitations')
        showDone(scope, t('Invitation resent to {name}.', { name }))
      },
    ),
    revokeInvitation: confirmed(
      (_, id) => http.call(members.withdraw, { id }),
      () => readAgain('invitations'),
    ),
  }
}
