import type { readerMachine } from '../../../machines/reader/reader.machine.ts'
import type { retrievalTestMachine } from '../../../machines/retrieval-test/retrieval-test.machine.ts'
import type { takeGoldenMachine } from '../../../machines/take-golden/take-golden.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly retrievalTest: typeof retrievalTestMachine
  readonly takeGolden: typeof takeGoldenMachine
  readonly reader: typeof readerMachine
}

export const [RetrievalTestMachines, useRetrievalTestMachines] =
  createProvided<Machines>('RetrievalTestMachines')
