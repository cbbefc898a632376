import { createIntegrationMachine } from '../../src/machines/assistants/create-integration.machine.ts'
import { modelOfForm } from './form.model.ts'

export const createIntegrationModel = modelOfForm({
  name: 'createIntegration',
  machine: createIntegrationMachine,
  valid: { name: 'Helper', knowledge_base_ids: ['k1'] },
  invalid: { name: ' ', knowledge_base_ids: ['k1'] },
  field: 'name',
  output: { id: 'i1' },
})
