import { createKnowledgeBaseMachine } from '../../src/machines/create-knowledge-base/create-knowledge-base.machine.ts'
import { formModel } from './form.model.ts'

export const createKnowledgeBaseModel = formModel({
  name: 'createKnowledgeBase',
  machine: createKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})
