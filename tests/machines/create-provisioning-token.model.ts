import type { createProvisioningTokenMachine } from '../../src/machines/accounts/create-provisioning-token.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { formKey, formUnhandled, refused, shownUnhandled, unanswered } from './form.model.ts'

export const TOKEN = {
  id: 't1',
  name: 'Okta',
  prefix: 'scim_abcdef',
  expires_at: null,
  last_used_at: null,
  created_at: '2026-01-31T12:00:00.000Z',
  secret: 'scim_abcdef-and-more',
}

export const createProvisioningTokenModel: Model<typeof createProvisioningTokenMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'name', value: 'Okta' },
    { type: 'field.changed', name: 'lifetime', value: '' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [TOKEN, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
