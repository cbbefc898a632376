import type { registerMachine } from '../../../machines/register/register.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly register: typeof registerMachine
}

export const [RegisterMachines, useRegisterMachines] = createProvided<Machines>('RegisterMachines')
