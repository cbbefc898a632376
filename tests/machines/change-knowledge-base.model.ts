import { changeKnowledgeBaseMachine } from '../../src/machines/change-knowledge-base/change-knowledge-base.machine.ts'
import { formModel } from './form.model.ts'

export const changeKnowledgeBaseModel = formModel({
  name: 'changeKnowledgeBase',
  machine: changeKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})
