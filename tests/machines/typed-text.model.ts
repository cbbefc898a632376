import type { typedTextMachine } from '../../src/machines/shell/typed-text.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'

const reported = (label: string, name: string, more: object = {}) =>
  labelled(label, {
    type: 'form.reported',
    report: { values: { name }, isOpen: true, isBusy: false, isHeld: false, ...more },
  })

export const typedTextModel: Model<typeof typedTextMachine> = {
  input: { form: null },
  events: () => [
    reported('The dialog is closed', '', { isOpen: false }),
    reported('It is as it opened', ''),
    reported('It is as it opened, over a page that holds something', '', { isHeld: true }),
    reported('Something is typed', 'Northwind'),
    reported('What was typed is sent', 'Northwind', { isBusy: true }),
  ],
  sentBy: { 'form.reported': 'watchForm' },
  key: ({ context: { first, isPageHeld } }) => [first, isPageHeld],
}
