import { changeKnowledgeBaseMachine } from '../../src/machines/knowledge/change-knowledge-base.machine.ts'
import { modelOfForm } from './form.model.ts'

export const changeKnowledgeBaseModel = modelOfForm({
  name: 'changeKnowledgeBase',
  machine: changeKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})
