import type { Page } from '@playwright/test'
import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { createApiKeyMachine } from '../../../src/machines/create-api-key/create-api-key.machine.ts'
import { organizationSettingsMachine } from '../../../src/machines/organization-settings/organization-settings.machine.ts'
import { profileMachine } from '../../../src/machines/profile/profile.machine.ts'
import { renewBackupCodesMachine } from '../../../src/machines/renew-backup-codes/renew-backup-codes.machine.ts'
import { twoFactorSetupMachine } from '../../../src/machines/two-factor-setup/two-factor-setup.machine.ts'
import { verificationMachine } from '../../../src/machines/verification/verification.machine.ts'
import { TTL } from '../../../src/services/query-cache.ts'
import type { Model } from '../../harness/model/model.ts'
import { changeEmailModel } from '../../machines/change-email.model.ts'
import { changePasswordModel } from '../../machines/change-password.model.ts'
import { createApiKeyModel, KEY } from '../../machines/create-api-key.model.ts'
import { deleteOrganizationModel } from '../../machines/delete-organization.model.ts'
import { endTwoFactorModel } from '../../machines/end-two-factor.model.ts'
import { organizationSettingsModel } from '../../machines/organization-settings.model.ts'
import { passwordConfirmationModel } from '../../machines/password-confirmation.model.ts'
import { profileModel } from '../../machines/profile.model.ts'
import { CODES, renewBackupCodesModel } from '../../machines/renew-backup-codes.model.ts'
import { twoFactorSetupModel } from '../../machines/two-factor-setup.model.ts'
import { verificationModel } from '../../machines/verification.model.ts'
import { expect, test } from '../gateway.ts'
import { TALL } from '../layout.ts'
import { enrolled, newAccount } from '../models/accounts.ts'
import { openListening, seesElsewhere } from '../models/elsewhere.ts'
import { changeSession } from './other-tab.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo, walkForm } from './walk-form.ts'

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const USER = {
  id: 'u1',
  first_name: 'Ada',
  last_name: 'Holm',
  profile_picture_url: null,
  job_title: '',
  timezone: '',
  locale: '',
  created_at: '2026-01-31T12:00:00.000Z',
}
const DONE = { body: { message: 'Done.' } }

/** Somebody in an organization called Acme, at `path`. */
const at =
  (path: string) =>
  async ({ page, server }: Stage) => {
    await enrolled(page, server, 'Acme')
    await page.goto(path)
  }

test.use({ viewport: TALL })

/** Email addresses change by a link to the new one. */
walkForm({
  model: changeEmailModel,
  request: /^POST \/api\/v1\/users\/me\/email$/,
  open: at('/profile'),
  show: async ({ page }) => {
    await button(page, 'Change address').click()
    await dialog('Change your address')(page).getByLabel('Your password').fill('secret')
  },
  form: dialog('Change your address'),
  input: (form) => form.getByLabel('New email address'),
  submit: 'Send me the link',
  busy: 'Sending…',
  accepted: DONE,
})

/** [S8.10] */
walkForm({
  model: changePasswordModel,
  request: /^POST \/api\/v1\/users\/change-password$/,
  open: at('/security'),
  show: async ({ page }) => {
    await button(page, 'Change password').click()
    const form = dialog('Change your password')(page)
    await form.getByLabel('Current password').fill('old')
    await form.getByLabel('New password', { exact: true }).fill('Staple-9-battery')
  },
  form: dialog('Change your password'),
  input: (form) => form.getByLabel('Confirm new password'),
  submit: 'Change password',
  busy: 'Changing…',
  accepted: DONE,
})

/** The password once more: here, before the account is deleted. */
walkForm({
  model: passwordConfirmationModel,
  request: /^POST \/api\/v1\/users\/me\/delete$/,
  open: at('/security'),
  // The account before is gone.
  show: async (stage) => {
    await at('/security')(stage)
    await button(stage.page, 'Delete account').click()
  },
  form: dialog('Delete your account?'),
  input: (form) => form.getByLabel('Your password'),
  submit: 'Delete my account',
  busy: 'Deleting…',
  accepted: DONE,
})

/** An organization is deleted once its name has been typed. */
walkForm({
  model: deleteOrganizationModel,
  request: /^POST \/api\/v1\/organizations\/[^/]+\/delete$/,
  open: at('/settings/organization'),
  // The organization before is gone.
  show: async (stage) => {
    await at('/settings/organization')(stage)
    await button(stage.page, 'Delete organization').click()
  },
  form: dialog('Delete “Acme”?'),
  input: (form) => form.getByRole('textbox'),
  submit: 'Delete organization',
  busy: 'Deleting…',
})

/** A secret that is shown once. */
walkInBrowser({
  machine: createApiKeyMachine,
  model: createApiKeyModel,
  holds: ({ method, path }) => method === 'POST' && path === '/api/v1/users/me/api-keys',
  open: at('/security'),
  does: {
    'form.opened': ({ page }) => button(page, 'New API key').click(),
    'field.changed': async ({ page }, { name, value }) => {
      const form = dialog('New API key')(page)
      if (name === 'name') return form.getByLabel('Name').fill(value)
      for (const scope of await form.getByRole('checkbox', { checked: true }).all())
        await scope.uncheck({ force: true })
    },
    'form.submitted': ({ page }) => button(page, 'Create key').click(),
    'form.closed': async ({ page }) => {
      await page.getByRole('button', { name: /^(Cancel|I have kept it)$/ }).click()
    },
    'xstate.done.actor.submit': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.submit': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'createApiKey.closed': ({ page }) => expect(page.getByRole('dialog')).toBeHidden(),
    'createApiKey.editing': async ({ page }, { context: { error, fieldErrors, values } }) => {
      const form = dialog('New API key')(page)
      await expect(form.getByLabel('Name')).toHaveValue(values.name)
      const said = [error, fieldErrors.name, fieldErrors.scopes].filter((text) => text != null)
      for (const text of said) await expect(form).toContainText(text)
    },
    'createApiKey.submitting': ({ page }) => expect(button(page, 'Creating…')).toBeDisabled(),
    'createApiKey.shown': ({ page }) => expect(page.getByRole('dialog')).toContainText(KEY.secret),
  },
})

const withTwoFactor = async (stage: Stage) => {
  await stage.page.route('**/api/v1/users/me/two-factor', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { enabled: true, backup_codes_left: 3 } })
      : route.fallback(),
  )
  await at('/security')(stage)
}

walkForm({
  model: endTwoFactorModel,
  request: /^POST \/api\/v1\/users\/me\/two-factor\/disable$/,
  open: withTwoFactor,
  show: async ({ page }) => {
    await button(page, 'Turn off').click()
    await page.getByLabel('Your password', { exact: true }).fill('secret')
  },
  form: dialog('Turn off two-factor log-in?'),
  input: (form) => form.getByLabel('Code', { exact: true }),
  submit: 'Turn off',
  busy: 'Turning off…',
  accepted: DONE,
})

walkInBrowser({
  machine: renewBackupCodesMachine,
  model: renewBackupCodesModel.model,
  holds: ({ method, path }) => method === 'POST' && path === '/api/v1/users/me/two-factor/backup-codes',
  open: withTwoFactor,
  does: {
    'form.opened': async ({ page }, { values }) => {
      await button(page, 'New backup codes').click()
      if (values) {
        await page.getByLabel('Your password', { exact: true }).fill(values.password ?? '')
        await page.getByLabel('Code', { exact: true }).fill(values.code ?? '')
      }
    },
    'field.changed': ({ page }, { value }) => page.getByLabel('Code', { exact: true }).fill(String(value)),
    'form.submitted': ({ page }) => button(page, 'Make new codes').click(),
    'form.closed': ({ page }) => page.getByRole('button', { name: /^(Cancel|I have kept them)$/ }).click(),
    'xstate.done.actor.submit': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.submit': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'renewBackupCodes.closed': ({ page }) => expect(page.getByRole('dialog')).toBeHidden(),
    'renewBackupCodes.editing': async ({ page }, { context: { error, fieldErrors } }) => {
      const said = [error, fieldErrors.password, fieldErrors.code].filter((text) => text != null)
      for (const text of said) await expect(page.getByRole('dialog')).toContainText(text)
    },
    'renewBackupCodes.submitting': ({ page }) => expect(button(page, 'Making them…')).toBeDisabled(),
    'renewBackupCodes.shown': ({ page }) =>
      expect(page.getByRole('dialog')).toContainText(CODES.backup_codes[0] ?? ''),
  },
})

/** [S2.16] */
walkInBrowser({
  machine: twoFactorSetupMachine,
  model: {
    ...twoFactorSetupModel,
    events: (snapshot) =>
      twoFactorSetupModel
        .events(snapshot)
        .filter(({ name }) => name === undefined || (name === 'password') === snapshot.hasTag('password')),
  },
  holds: ({ method, path }) => method === 'POST' && path.startsWith('/api/v1/users/me/two-factor'),
  open: at('/security'),
  does: {
    'form.opened': ({ page }) => button(page, 'Turn on').click(),
    'field.changed': ({ page }, { name, value }) =>
      page.getByLabel(name === 'code' ? 'Code' : 'Your password', { exact: true }).fill(value),
    'form.submitted': ({ page }) => page.getByRole('dialog').locator('[type=submit]').click(),
    'form.closed': ({ page }) => page.getByRole('button', { name: /^(Cancel|I have kept them)$/ }).click(),
    'xstate.done.actor.beginSetup': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.beginSetup': ({ network }, { error }) => network.answer(replyTo(error)),
    'xstate.done.actor.confirmSetup': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.confirmSetup': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'twoFactorSetup.closed': ({ page }) => expect(page.getByRole('dialog')).toBeHidden(),
    'twoFactorSetup.showingCodes': ({ page }) =>
      expect(page.getByRole('dialog')).toContainText(CODES.backup_codes[0] ?? ''),
  },
})

/** Somebody new in the session of another tab, whose account reads so. */
async function becomeAnother(stage: Stage, { email, isVerified }: AnyEventObject) {
  await changeSession(stage, await newAccount(stage.server))
  await stage.network.answer({ body: { ...USER, email, email_verified: isVerified } })
}

/** Whether the address is confirmed, on the page of a link that is used up. */
walkInBrowser({
  machine: verificationMachine,
  model: {
    ...verificationModel,
    // The end of a session ends its requests.
    events: (snapshot) => (snapshot.hasTag('busy') ? [] : verificationModel.events(snapshot)),
  },
  holds: ({ path }) => path === '/api/v1/users/me' || path === '/api/v1/users/me/verification',
  open: async ({ page }) => {
    await page.goto('/config.js')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/confirm-email/gone')
  },
  does: {
    'account.read': becomeAnother,
    'account.left': (stage) => changeSession(stage, null),
    'link.requested': ({ page }) => page.getByRole('button', { name: /^Send a new link/ }).click(),
    'xstate.done.actor.sendLink': ({ network }) => network.answer(DONE, 'POST /api/v1/users/me/verification'),
    'xstate.error.actor.sendLink': ({ network }, { error }) =>
      network.answer(replyTo(error), 'POST /api/v1/users/me/verification'),
  },
  sees: {
    'verification.signedOut': ({ page }) =>
      expect(page.getByText('Log in to have a new link sent.')).toBeVisible(),
    'verification.verified': ({ page }, { context }) =>
      expect(page.getByText(`${context.email}, is confirmed.`)).toBeVisible(),
    'verification.unverified.waiting': ({ page }) =>
      expect(page.getByRole('button', { name: 'Send a new link' })).toBeEnabled(),
    'verification.unverified.sending': ({ page }) => expect(button(page, 'Sending…')).toBeDisabled(),
    'verification.unverified.sent': ({ page }) => expect(page.getByText('Sent.')).toBeVisible(),
    'verification.unverified.failed': ({ page }, { context }) =>
      expect(page.getByRole('main')).toContainText(context.error ?? '?'),
  },
})

interface RecordWalk {
  readonly machine: AnyStateMachine
  readonly model: Model<AnyStateMachine>
  readonly path: string
  /** Where it is read and written, behind `/api/v1/`. */
  readonly record: (organizationId: string) => string
  /** Where the page reads it again, behind `/api/v1/`. */
  readonly readAt: string
  /** The field that the model changes. */
  readonly field: { readonly name: string; readonly label: string }
  /** The page learns that somebody else has changed it. */
  readonly hear: (page: Page) => Promise<void>
}

/** Writes past the page: the same person in another tab, or somebody else. */
const writes = new WeakMap<Page, (values: object) => Promise<unknown>>()

/** Walks a form of something that exists: every one is the same statechart. */
function walkRecord({ machine, model, path, record, readAt, field: { name, label }, hear }: RecordWalk) {
  const { id } = machine
  const field = (page: Page) => page.getByLabel(label, { exact: true })
  walkInBrowser({
    machine,
    model,
    holds: (passing) => passing.method === 'PATCH',
    movesClock: true,
    open: async ({ page, server }) => {
      await page.clock.install()
      const { organizationId, tokens } = await enrolled(page, server, 'Acme')
      const write = (values: object) =>
        fetch(`${server}/api/v1/${record(organizationId)}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` },
          body: JSON.stringify(values),
        })
      writes.set(page, write)
      await write((model.input as { values: object }).values)
      await openListening(page, path)
    },
    does: {
      'record.read': async ({ page }, { values }) => {
        const read = page.waitForResponse(
          (response) => response.request().method() === 'GET' && response.url().endsWith(`/api/v1/${readAt}`),
        )
        await writes.get(page)?.(values)
        await hear(page)
        await read
      },
      'field.changed': ({ page }, { value }) => field(page).fill(value),
      'form.submitted': ({ page }) => button(page, 'Save changes').click(),
      'changes.discarded': ({ page }) => button(page, 'Discard').click(),
      'xstate.done.actor.save': ({ network }) => network.answer(null),
      'xstate.error.actor.save': ({ network }, { error }) => network.answer(replyTo(error)),
    },
    sees: {
      [id]: ({ page }, { context }) => expect(field(page)).toHaveValue(context.values[name]),
      [`${id}.unchanged`]: async ({ page }) => {
        await expect(button(page, 'Save changes')).toBeDisabled()
        await expect(button(page, 'Discard')).toBeHidden()
      },
      [`${id}.changed.editing`]: async ({ page }, { context }) => {
        await expect(button(page, 'Save changes')).toBeEnabled()
        await expect(page.getByText('Not saved yet.')).toBeVisible()
        await seesElsewhere(page, context.elsewhere)
        const said = [context.error, ...Object.keys(context.values).map((of) => context.fieldErrors[of])]
        for (const text of said.filter(Boolean)) await expect(page.getByRole('main')).toContainText(text)
      },
      [`${id}.changed.saving`]: ({ page }) => expect(button(page, 'Saving…')).toBeDisabled(),
    },
  })
}

walkRecord({
  machine: profileMachine,
  model: profileModel as Model<AnyStateMachine>,
  path: '/profile',
  record: () => 'users/me',
  readAt: 'users/me',
  field: { name: 'first_name', label: 'First name' },
  // After a sleep everything is read again.
  hear: async (page) => {
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 2 * TTL)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
  },
})

walkRecord({
  machine: organizationSettingsMachine,
  model: organizationSettingsModel as Model<AnyStateMachine>,
  path: '/settings/organization',
  record: (organizationId) => `organizations/${organizationId}`,
  readAt: 'organizations',
  field: { name: 'name', label: 'Organization Name' },
  // By the live connection.
  hear: async () => {},
})
