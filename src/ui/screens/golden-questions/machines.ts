import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { goldenRunMachine } from '../../../machines/golden-run/golden-run.machine.ts'
import type { writeGoldenMachine } from '../../../machines/write-golden/write-golden.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly goldenRun: typeof goldenRunMachine
  readonly writeGolden: typeof writeGoldenMachine
  readonly deleteGolden: typeof confirmationMachine
}

export const [GoldenMachines, useGoldenMachines] = createProvided<Machines>('GoldenMachines')
