import {
  changePasswordMachine,
  endTwoFactorMachine,
  renewBackupCodesMachine,
} from '../../src/machines/accounts/account-forms.machine.ts'
import type { createProvisioningTokenMachine } from '../../src/machines/accounts/create-provisioning-token.machine.ts'
import { forgotPasswordMachine } from '../../src/machines/accounts/forgot-password.machine.ts'
import { changeEmailMachine } from '../../src/machines/accounts/profile.machine.ts'
import {
  addEmailDomainMachine,
  identityProviderMachine,
} from '../../src/machines/accounts/single-sign-on.machine.ts'
import type { createApiKeyMachine } from '../../src/machines/developers/create-api-key.machine.ts'
import type { Model } from '../harness/model/model.ts'
import {
  formKey,
  formUnhandled,
  modelOfForm,
  refused,
  shownUnhandled,
  unanswered,
  viewLeft,
} from './form.model.ts'

const PASSWORDS = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Holm',
  current_password: 'old',
  new_password: 'Staple-9-battery',
  confirmation: 'Staple-9-battery',
}

export const CODES = { backup_codes: ['aaaa-bbbb'] }

export const addEmailDomainModel = modelOfForm({
  machine: addEmailDomainMachine,
  valid: { domain: 'example.com' },
  invalid: { domain: 'example' },
  field: 'domain',
  output: {},
})

export const changeEmailModel = modelOfForm({
  machine: changeEmailMachine,
  valid: { email: 'new@example.com', password: 'secret' },
  invalid: { email: ' ', password: 'secret' },
  field: 'email',
  output: { email: 'new@example.com' },
})

export const changePasswordModel = modelOfForm({
  machine: changePasswordMachine,
  valid: PASSWORDS,
  invalid: { ...PASSWORDS, confirmation: 'Staple' },
  field: 'confirmation',
  output: {},
})

export const endTwoFactorModel = modelOfForm({
  machine: endTwoFactorMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: { message: 'Done.' },
})

export const forgotPasswordModel = modelOfForm({
  machine: forgotPasswordMachine,
  valid: { email: 'ada@example.com' },
  invalid: { email: ' ' },
  field: 'email',
  output: {},
})

export const renewBackupCodesModel = modelOfForm({
  machine: renewBackupCodesMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: CODES,
  shows: true,
})

const valid = {
  known_issuer: '',
  known_client_id: '',
  issuer: 'https://login.example.com',
  client_id: 'lectern',
  client_secret: 'secret',
  default_role: 'viewer',
  role_claim: 'groups',
  role_mappings: 'leads = admin\n\nteam=writers = Editor',
}

export const identityProviderModel = modelOfForm({
  machine: identityProviderMachine,
  valid,
  invalid: { ...valid, issuer: 'login.example.com' },
  field: 'issuer',
  output: {},
})

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
  events: (snapshot) => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'name', value: 'Script' },
    { type: 'field.changed', name: 'scopes', value: [] },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [KEY, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}

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
  events: (snapshot) => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'name', value: 'Okta' },
    { type: 'field.changed', name: 'lifetime', value: '' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [TOKEN, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
