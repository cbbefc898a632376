import type { sendFeedbackMachine } from '../../machines/send-feedback/send-feedback.machine.ts'
import type { verificationMachine } from '../../machines/verification/verification.machine.ts'
import type { welcomeMachine } from '../../machines/welcome/welcome.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly welcome: typeof welcomeMachine
  readonly sendFeedback: typeof sendFeedbackMachine
  readonly verification: typeof verificationMachine
}

export const [ShellMachines, useShellMachines] = createProvided<Machines>('ShellMachines')
