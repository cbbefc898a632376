import { welcomeMachine } from '../../src/machines/welcome/welcome.machine.ts'
import { formModel } from './form.model.ts'

export const welcomeModel = formModel({
  name: 'welcome',
  machine: welcomeMachine,
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'o1' },
})
