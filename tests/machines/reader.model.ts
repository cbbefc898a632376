import type { readerMachine } from '../../src/machines/reader/reader.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { citation, document } from './samples.ts'

export const readerModel: Model<typeof readerMachine> = {
  events: () => [
    { type: 'citation.opened', citation: citation(1) },
    { type: 'citation.opened', citation: citation(2, null) },
    { type: 'reader.closed' },
    { type: 'retry.requested' },
  ],
  answers: () => ({ loadDocument: [{ document: document('d1'), passages: [] }, new Error('offline')] }),
  key: ({ context }) => [context.citation?.n, context.source !== null, context.error],
}
