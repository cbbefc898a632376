import { renameDocumentMachine } from '../../src/machines/rename-document/rename-document.machine.ts'
import { formModel } from './form.model.ts'
import { document } from './samples.ts'

export const renameDocumentModel = formModel({
  name: 'renameDocument',
  machine: renameDocumentMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: document('d1'),
})
