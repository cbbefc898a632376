import type {
  listModelsMachine,
  modelProviderMachine,
} from '../../src/machines/assistants/model-provider.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { formKey, formUnhandled, GOES_WITH_IT, refused, unanswered, viewLeft } from './form.model.ts'

export const PROVIDER_KEY = 'sk-and-more'

const PROVIDER = {
  id: 'p1',
  name: 'Ours',
  protocol: 'openai',
  base_url: 'https://models.example.com/v1',
  key_hint: 'more',
  models: [{ name: 'large', input: 1, output: 2 }],
  currency: 'EUR',
  used_by: [],
  created_at: '2026-01-31T12:00:00.000Z',
} as const

const line = { name: 'large', input: '2.5', output: '10' }

export const modelProviderModel: Model<typeof modelProviderMachine> = {
  events: (snapshot) => [
    { type: 'form.opened' },
    {
      type: 'form.opened',
      values: {
        provider_id: 'p1',
        name: 'Ours',
        base_url: PROVIDER.base_url,
        key_url: PROVIDER.base_url,
        models: [line],
      },
    },
    { type: 'field.changed', name: 'base_url', value: 'https://elsewhere.example.com' },
    { type: 'field.changed', name: 'api_key', value: PROVIDER_KEY },
    { type: 'field.changed', name: 'models', value: [{ ...line, output: '' }] },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [PROVIDER, refused, unanswered] }),
  unhandled: formUnhandled,
  key: formKey,
}

export const LISTED = ['large', 'small']

export const listModelsModel: Model<typeof listModelsMachine> = {
  events: (snapshot) => [
    { type: 'form.opened', organizationId: 'o1', values: { base_url: 'https://models.example.com/v1' } },
    { type: 'field.changed', name: 'base_url', value: 'models' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [LISTED, refused, unanswered] }),
  unhandled: [
    ...formUnhandled.filter(
      ({ events, in: states }) => !(events.includes('form.closed') && states.includes('submitting')),
    ),
    never(['view.left'], ['shown'], GOES_WITH_IT),
    never(['form.opened'], ['shown'], 'The list is closed before it is read again.'),
    never(['field.changed', 'form.submitted'], ['shown'], 'The list is closed before it is read again.'),
  ],
  key: formKey,
}
