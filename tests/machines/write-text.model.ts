import { writeTextMachine } from '../../src/machines/knowledge/write-text.machine.ts'
import { modelOfForm } from './form.model.ts'
import { document } from './samples.ts'

export const writeTextModel = modelOfForm({
  name: 'writeText',
  machine: writeTextMachine,
  valid: { name: 'Hours', text: 'We open at nine.' },
  invalid: { name: 'Hours', text: ' ' },
  field: 'name',
  output: document('d1'),
})
