import { changeReadersMachine } from '../../src/machines/knowledge/change-readers.machine.ts'
import { modelOfForm } from './form.model.ts'

const values = {
  assistant_id: '',
  knowledge_base_id: 'k1',
  document_ids: [],
  name: 'Salaries',
  access: 'named',
  group_ids: [],
  find: '',
}

export const changeReadersModel = modelOfForm({
  name: 'changeReaders',
  machine: changeReadersMachine,
  valid: { ...values, user_ids: ['u1'] },
  invalid: { ...values, user_ids: [] },
  field: 'user_ids',
  output: {},
})
