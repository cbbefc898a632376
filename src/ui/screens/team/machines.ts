import type { changeRoleMachine } from '../../../machines/change-role/change-role.machine.ts'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { inviteMembersMachine } from '../../../machines/invite-members/invite-members.machine.ts'
import type { memberAccessMachine } from '../../../machines/member-access/member-access.machine.ts'
import type { writeGroupMachine } from '../../../machines/write-group/write-group.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly changeRole: typeof changeRoleMachine
  readonly removeMember: typeof confirmationMachine
  readonly transferOwnership: typeof confirmationMachine
  readonly leaveOrganization: typeof confirmationMachine
  readonly inviteMembers: typeof inviteMembersMachine
  readonly resendInvitation: typeof confirmationMachine
  readonly revokeInvitation: typeof confirmationMachine
  readonly writeGroup: typeof writeGroupMachine
  readonly deleteGroup: typeof confirmationMachine
  readonly memberAccess: typeof memberAccessMachine
}

export const [TeamMachines, useTeamMachines] = createProvided<Machines>('TeamMachines')
