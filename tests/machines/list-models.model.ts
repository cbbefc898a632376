import type { listModelsMachine } from '../../src/machines/assistants/list-models.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { formKey, formUnhandled, refused, unanswered } from './form.model.ts'

export const LISTED = ['large', 'small']

export const listModelsModel: Model<typeof listModelsMachine> = {
  events: () => [
    { type: 'form.opened', organizationId: 'o1', values: { base_url: 'https://models.example.com/v1' } },
    { type: 'field.changed', name: 'base_url', value: 'models' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [LISTED, refused, unanswered] }),
  unhandled: [
    ...formUnhandled,
    never(['form.opened'], ['shown'], 'The list is closed before it is read again.'),
    never(['field.changed', 'form.submitted'], ['shown'], 'The list is closed before it is read again.'),
  ],
  key: formKey,
}
