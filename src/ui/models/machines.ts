import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { listModelsMachine } from '../../machines/list-models/list-models.machine.ts'
import type { modelProviderMachine } from '../../machines/model-provider/model-provider.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly modelProvider: typeof modelProviderMachine
  readonly listModels: typeof listModelsMachine
  readonly deleteProvider: typeof confirmationMachine
}

export const [ModelMachines, useModelMachines] = createProvided<Machines>('ModelMachines')
