import type { changeRoleMachine } from '../../../machines/change-role/change-role.machine.ts'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { inviteMembersMachine } from '../../../machines/invite-members/invite-members.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly changeRole: typeof changeRoleMachine
  readonly removeMember: typeof confirmationMachine
  readonly transferOwnership: typeof confirmationMachine
  readonly leaveOrganization: typeof confirmationMachine
  readonly inviteMembers: typeof inviteMembersMachine
  readonly resendInvitation: typeof confirmationMachine
  readonly revokeInvitation: typeof confirmationMachine
}

export const [TeamMachines, useTeamMachines] = createProvided<Machines>('TeamMachines')
