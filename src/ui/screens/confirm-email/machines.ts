import type { confirmEmailMachine } from '../../../machines/confirm-email/confirm-email.machine.ts'
import type { verificationMachine } from '../../../machines/verification/verification.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly confirmEmail: typeof confirmEmailMachine
  readonly verification: typeof verificationMachine
}

export const [ConfirmEmailMachines, useConfirmEmailMachines] =
  createProvided<Machines>('ConfirmEmailMachines')
