import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { type AnyStateMachine, fromPromise } from 'xstate'
import { renewBackupCodesMachine } from '../../../src/machines/accounts/account-forms.machine.ts'
import { confirmEmailMachine } from '../../../src/machines/accounts/link.machine.ts'
import { profileMachine } from '../../../src/machines/accounts/profile.machine.ts'
import { twoFactorSetupMachine } from '../../../src/machines/accounts/two-factor-setup.machine.ts'
import { verificationMachine } from '../../../src/machines/accounts/verification.machine.ts'
import { pictureMachine } from '../../../src/machines/assistants/picture.machine.ts'
import { createApiKeyMachine } from '../../../src/machines/developers/create-api-key.machine.ts'
import { organizationSettingsMachine } from '../../../src/machines/organizations/organization-settings.machine.ts'
import { retentionMachine } from '../../../src/machines/organizations/retention.machine.ts'
import { recordMachine } from '../../../src/machines/shared/record.machine.ts'
import { ConfirmEmailScreen } from '../../../src/ui/accounts/confirm-email-screen.tsx'
import { ProfilePanel } from '../../../src/ui/accounts/profile/profile-screen.tsx'
import { PasswordSection } from '../../../src/ui/accounts/security/password-section.tsx'
import { ApiKeys } from '../../../src/ui/accounts/security/security-screen.tsx'
import { TwoFactorSection } from '../../../src/ui/accounts/security/two-factor-section.tsx'
import { OrganizationSettingsScreen } from '../../../src/ui/organizations/settings/organization-settings-screen.tsx'
import type { Model } from '../../harness/model/model.ts'
import { provided, type Scene, still } from '../../harness/stage.tsx'
import {
  CODES,
  changeEmailModel,
  changePasswordModel,
  createApiKeyModel,
  endTwoFactorModel,
  KEY,
  renewBackupCodesModel,
} from '../../machines/account-forms.model.ts'
import { deleteOrganizationModel } from '../../machines/form.model.ts'
import { verificationModel } from '../../machines/log-in.model.ts'
import { organizationSettingsModel, profileModel } from '../../machines/record.model.ts'
import { organization } from '../../machines/samples.ts'
import { twoFactorSetupModel } from '../../machines/two-factor-setup.model.ts'
import { walkView } from './walk.tsx'
import { button, dialog, walkForm } from './walk-form.tsx'
import { walkRecord } from './walk-record.tsx'

const security = (machines: object, view: Scene['view']): Scene => ({
  path: '/security',
  view: provided(machines, view),
  data: {
    twoFactor: { enabled: true, backup_codes_left: 3 },
    apiKeys: [],
  },
})

const profile = (machines: object): Scene => ({
  path: '/profile',
  view: provided(
    {
      photo: still(pictureMachine),
      profile: still(recordMachine),
      changeEmail: still(changeEmailModel.machine),
      ...machines,
    },
    <ProfilePanel />,
  ),
})

const organizationSettings = (machines: object): Scene => ({
  path: '/settings/organization',
  organizations: [organization('o1', 'Acme')],
  view: provided(
    {
      logo: still(pictureMachine),
      organizationSettings: still(recordMachine),
      retention: still(retentionMachine),
      deleteOrganization: still(deleteOrganizationModel.machine),
      ...machines,
    },
    <OrganizationSettingsScreen />,
  ),
})

/** Email addresses change by a link to the new one. */
walkForm({
  model: changeEmailModel,
  scene: (changeEmail) => profile({ changeEmail }),
  show: () => button('Change address').click(),
  form: dialog('Change your address'),
  fill: (form) => form.getByLabelText('Your password').fill('secret'),
  input: (form) => form.getByLabelText('New email address'),
  submit: 'Email me the link',
  busy: 'Sending…',
})

/** [S8.10] */
walkForm({
  model: changePasswordModel,
  scene: (changePassword) => security({ changePassword }, <PasswordSection />),
  show: () => button('Change password').click(),
  form: dialog('Change your password'),
  fill: async (form) => {
    await form.getByLabelText('Current password').fill('old')
    await form.getByLabelText('New password', { exact: true }).fill('Staple-9-battery')
  },
  input: (form) => form.getByLabelText('Confirm new password'),
  submit: 'Change password',
  busy: 'Changing…',
})

/** An organization is deleted once its name has been typed. */
walkForm({
  model: deleteOrganizationModel,
  scene: (deleteOrganization) => organizationSettings({ deleteOrganization }),
  show: () => button('Delete organization').click(),
  form: dialog('Delete “Acme”?'),
  input: (form) => form.getByRole('textbox'),
  submit: 'Delete organization',
  busy: 'Deleting…',
})

/** A secret that is shown once. */
walkView({
  machine: createApiKeyMachine,
  model: createApiKeyModel,
  scene: (createApiKey) =>
    security(
      {},
      provided({ createApiKey, deleteApiKey: still(createApiKeyMachine), exampleFor: String }, <ApiKeys />),
    ),
  heard: ['view.left'],
  does: {
    'form.opened': () => button('New API key').click(),
    'field.changed': async ({ name, value }) => {
      const form = dialog('New API key')()
      if (name === 'name') return form.getByLabelText('Name').fill(value)
      for (const scope of form.getByRole('checkbox', { checked: true }).all())
        await scope.click({ force: true })
    },
    'form.submitted': () => button('Create key').click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|I have stored it)$/ }).click(),
  },
  sees: {
    'createApiKey.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'createApiKey.editing': async ({ context: { error, fieldErrors, values } }) => {
      const form = dialog('New API key')()
      await expect.element(form.getByLabelText('Name')).toHaveValue(values.name)
      const said = [error, fieldErrors.name, fieldErrors.scopes].filter((text) => text != null)
      for (const text of said) await expect.element(form).toMatchTextContent(text)
    },
    'createApiKey.submitting': () => expect.element(button('Creating…')).toBeDisabled(),
    'createApiKey.shown': () => expect.element(page.getByRole('dialog')).toMatchTextContent(KEY.secret),
  },
})

walkForm({
  model: endTwoFactorModel,
  scene: (endTwoFactor) =>
    security(
      {
        endTwoFactor,
        twoFactorSetup: still(twoFactorSetupMachine),
        renewBackupCodes: still(renewBackupCodesMachine),
      },
      <TwoFactorSection />,
    ),
  show: () => button('Turn off').click(),
  fill: () => page.getByLabelText('Your password', { exact: true }).fill('secret'),
  form: dialog('Turn off two-factor log-in?'),
  input: (form) => form.getByLabelText('Code', { exact: true }),
  submit: 'Turn off',
  busy: 'Turning off…',
})

walkView({
  machine: renewBackupCodesMachine,
  model: renewBackupCodesModel.model,
  scene: (renewBackupCodes) =>
    security(
      {
        renewBackupCodes,
        twoFactorSetup: still(twoFactorSetupMachine),
        endTwoFactor: still(endTwoFactorModel.machine),
      },
      <TwoFactorSection />,
    ),
  heard: ['view.left'],
  does: {
    'form.opened': async ({ values }) => {
      await button('New backup codes').click()
      if (!values) return
      await page.getByLabelText('Your password', { exact: true }).fill(values.password ?? '')
      await page.getByLabelText('Code', { exact: true }).fill(values.code ?? '')
    },
    'field.changed': ({ value }) => page.getByLabelText('Code', { exact: true }).fill(String(value)),
    'form.submitted': () => button('Create new codes').click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|I have saved them)$/ }).click(),
  },
  sees: {
    'renewBackupCodes.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'renewBackupCodes.editing': async ({ context: { error, fieldErrors } }) => {
      const said = [error, fieldErrors.password, fieldErrors.code].filter((text) => text != null)
      for (const text of said) await expect.element(page.getByRole('dialog')).toMatchTextContent(text)
    },
    'renewBackupCodes.submitting': () => expect.element(button('Creating codes…')).toBeDisabled(),
    'renewBackupCodes.shown': () =>
      expect.element(page.getByRole('dialog')).toMatchTextContent(CODES.backup_codes[0] ?? ''),
  },
})

/** [S2.16] */
walkView({
  machine: twoFactorSetupMachine,
  model: {
    ...twoFactorSetupModel,
    events: (snapshot) =>
      twoFactorSetupModel
        .events(snapshot)
        .filter(({ name }) => name === undefined || (name === 'password') === snapshot.hasTag('password')),
  },
  scene: (twoFactorSetup) => ({
    ...security(
      {
        twoFactorSetup,
        endTwoFactor: still(endTwoFactorModel.machine),
        renewBackupCodes: still(renewBackupCodesMachine),
      },
      <TwoFactorSection />,
    ),
    data: { twoFactor: { enabled: false, backup_codes_left: 0 } },
  }),
  does: {
    'form.opened': () => button('Turn on').click(),
    'field.changed': ({ name, value }) =>
      page.getByLabelText(name === 'code' ? 'Code' : 'Your password', { exact: true }).fill(value),
    'form.submitted': () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /Continue|Turn on/ })
        .click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|I have saved them)$/ }).click(),
  },
  sees: {
    'twoFactorSetup.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'twoFactorSetup.showingCodes': () =>
      expect.element(page.getByRole('dialog')).toMatchTextContent(CODES.backup_codes[0] ?? ''),
  },
})

const usedUp = still(confirmEmailMachine).provide({
  actors: {
    use: fromPromise<unknown, { token: string }>(async () => {
      throw Object.assign(new Error('gone'), { status: 404, detail: 'The link is used up.' })
    }),
  },
})

/** Whether the address is confirmed, on the page of a link that is used up. */
walkView({
  machine: verificationMachine,
  model: verificationModel,
  scene: (verification) => ({
    path: '/confirm-email/gone',
    isPage: true,
    view: provided({ verification, confirmEmail: usedUp }, <ConfirmEmailScreen />),
  }),
  heard: ['account.read', 'account.left'],
  does: { 'link.requested': () => page.getByRole('button', { name: /^Send a new link/ }).click() },
  sees: {
    'verification.signedOut': () => expect.element(page.getByText('Log in to get a new link.')).toBeVisible(),
    'verification.verified': ({ context }) =>
      expect.element(page.getByRole('main')).toMatchTextContent(`${context.email}, is confirmed.`),
    'verification.unverified.waiting': () =>
      expect.element(page.getByRole('button', { name: 'Send a new link' })).toBeEnabled(),
    'verification.unverified.sending': () => expect.element(button('Sending…')).toBeDisabled(),
    'verification.unverified.sent': () =>
      expect.element(page.getByRole('status')).toMatchTextContent('Sent.'),
    'verification.unverified.failed': ({ context }) =>
      expect.element(page.getByRole('main')).toMatchTextContent(context.error ?? '?'),
  },
})

walkRecord({
  machine: profileMachine,
  model: profileModel as Model<AnyStateMachine>,
  scene: (profileForm) => profile({ profile: profileForm }),
  field: { name: 'first_name', label: 'First name' },
})

walkRecord({
  machine: organizationSettingsMachine,
  model: organizationSettingsModel as Model<AnyStateMachine>,
  scene: (form) => organizationSettings({ organizationSettings: form }),
  field: { name: 'name', label: 'Organization Name' },
})
