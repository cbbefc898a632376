import type { explainPassageMachine } from '../../../machines/explain-passage/explain-passage.machine.ts'
import type { passageSearchMachine } from '../../../machines/passage-search/passage-search.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly passageSearch: typeof passageSearchMachine
  readonly explainPassage: typeof explainPassageMachine
}

export const [SearchMachines, useSearchMachines] = createProvided<Machines>('SearchMachines')
