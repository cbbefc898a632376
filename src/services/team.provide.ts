import { fromPromise } from 'xstate'
import { changeRoleMachine, type RoleChange } from '../machines/change-role/change-role.machine.ts'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  addressesIn,
  type InviteValues,
  inviteMembersMachine,
} from '../machines/invite-members/invite-members.machine.ts'
import { type InSystem, tell } from '../machines/system.ts'
import { t } from '../texts/t.ts'
import type { InvitationResult } from './contract/invitations.ts'
import { type Role, roleName } from './contract/roles.ts'
import { leaveOrganization } from './leave-organization.ts'
import type { QueryCache } from './query-cache.ts'
import { showDone } from './show-done.ts'
import type { TeamApi } from './team-api.ts'

interface Services {
  api: TeamApi
  cache: QueryCache
}

/** The machines of members and invitations. */
export function provideTeam({ api, cache }: Services) {
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

  return {
    changeRole: changeRoleMachine.provide({
      actors: {
        submit: fromPromise(async ({ input: { values } }: { input: { values: RoleChange } }) => {
          const { organization_id, user_id, name } = values
          const { role } = await api.setRole(organization_id, user_id, values.role as Role)
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
    removeMember: confirmed(api.remove, (scope, { name }) => {
      readAgain('members', 'usage')
      showDone(scope, t('{name} was removed.', { name }))
    }),
    transferOwnership: confirmed(api.transfer, (scope, { name }) => {
      readAgain('members', 'usage')
      tell(scope, 'organizations', { type: 'organizations.changed' })
      showDone(scope, t('{name} owns the organization now.', { name }))
    }),
    leaveOrganization: confirmed(api.remove, (scope, { organizationId = '', name }) => {
      leaveOrganization(scope, organizationId)
      showDone(scope, t('You left {name}.', { name }))
    }),
    inviteMembers: inviteMembersMachine.provide({
      actors: {
        submit: fromPromise<readonly InvitationResult[], { values: InviteValues }>(({ input: { values } }) =>
          api.invite(values.organization_id, {
            emails: [...addressesIn(values.addresses)],
            role: values.role,
          }),
        ),
      },
      actions: { finish: () => readAgain('invitations') },
    }),
    resendInvitation: confirmed(
      (_, id) => api.resend(id),
      (scope, { name }) => {
        readAgain('invitations')
        showDone(scope, t('The invitation was sent to {name} again.', { name }))
      },
    ),
    revokeInvitation: confirmed(
      (_, id) => api.revoke(id),
      () => readAgain('invitations'),
    ),
  }
}
