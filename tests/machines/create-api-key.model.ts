import type { createApiKeyMachine } from '../../src/machines/developers/create-api-key.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { formKey, formUnhandled, refused, shownUnhandled, unanswered } from './form.model.ts'

export const KEY = {
  id: 'k1',
  name: 'Script',
  prefix: 'lk_abcdef',
  scopes: ['read'],
  expires_at: null,
  last_used_at: null,
  created_at: '2026-01-31T12:00:00.000Z',
  secret: 'lk_abcdef-and-more',
}

export const createApiKeyModel: Model<typeof createApiKeyMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'name', value: 'Script' },
    { type: 'field.changed', name: 'scopes', value: [] },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [KEY, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
