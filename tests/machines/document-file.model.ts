import { documentFileMachine } from '../../src/machines/knowledge/document-file.machine.ts'
import { modelOfOperation } from './operation.model.ts'

const document = { id: 'd1', name: 'Returns.pdf' }

export const documentFileModel = modelOfOperation(documentFileMachine, [
  { kind: 'download', document },
  { kind: 'replace', document, file: { name: 'Returns 2.pdf', size: 1000 } },
])
