import type { invitationMachine } from '../../../machines/invitation/invitation.machine.ts'
import type { verificationMachine } from '../../../machines/verification/verification.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly invitation: typeof invitationMachine
  readonly verification: typeof verificationMachine
}

export const [InvitationMachines, useInvitationMachines] = createProvided<Machines>('InvitationMachines')
