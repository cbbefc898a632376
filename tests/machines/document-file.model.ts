import type { documentFileMachine } from '../../src/machines/document-file/document-file.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'

const FILED = { id: 'd1', name: 'Returns.pdf' }
const FILE = { name: 'Returns 2.pdf', size: 1000 }

export const documentFileModel: Model<typeof documentFileMachine> = {
  events: () => [
    { type: 'download.requested', document: FILED },
    { type: 'replacement.chosen', document: FILED, file: FILE },
  ],
  answers: () => ({ carryOut: [undefined, new Error('offline')] }),
  unhandled: [
    never(
      ['download.requested', 'replacement.chosen'],
      ['working'],
      'Download and Replace are disabled while a file is on its way.',
    ),
  ],
  key: ({ context }) => context.request?.kind,
}
