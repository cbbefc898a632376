import type { logInMachine } from '../../../machines/log-in/log-in.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly logIn: typeof logInMachine
}

export const [LogInMachines, useLogInMachines] = createProvided<Machines>('LogInMachines')
