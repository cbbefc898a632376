import type { changeReadersMachine } from '../../machines/change-readers/change-readers.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly changeReaders: typeof changeReadersMachine
}

export const [ReadersMachines, useReadersMachines] = createProvided<Machines>('ReadersMachines')
