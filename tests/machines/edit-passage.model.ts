import { editPassageMachine } from '../../src/machines/knowledge/edit-passage.machine.ts'
import { modelOfForm } from './form.model.ts'
import { searchHit } from './samples.ts'

export const editPassageModel = modelOfForm({
  name: 'editPassage',
  machine: editPassageMachine,
  valid: { content: 'We open at nine.' },
  invalid: { content: ' ' },
  field: 'content',
  output: searchHit('p1').passage,
})
