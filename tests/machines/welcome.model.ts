import { welcomeMachine } from '../../src/machines/shell/welcome.machine.ts'
import { modelOfForm } from './form.model.ts'

export const welcomeModel = modelOfForm({
  name: 'welcome',
  machine: welcomeMachine,
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'o1' },
})
