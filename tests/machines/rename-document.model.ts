import { renameDocumentMachine } from '../../src/machines/knowledge/rename-document.machine.ts'
import { modelOfForm } from './form.model.ts'
import { document } from './samples.ts'

export const renameDocumentModel = modelOfForm({
  name: 'renameDocument',
  machine: renameDocumentMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: document('d1'),
})
