import { createKnowledgeBaseMachine } from '../../src/machines/knowledge/create-knowledge-base.machine.ts'
import { modelOfForm } from './form.model.ts'

export const createKnowledgeBaseModel = modelOfForm({
  name: 'createKnowledgeBase',
  machine: createKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})
