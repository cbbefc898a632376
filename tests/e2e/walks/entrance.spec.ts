import type { Page } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import { companyLogInMachine } from '../../../src/machines/company-log-in/company-log-in.machine.ts'
import { confirmEmailMachine } from '../../../src/machines/confirm-email/confirm-email.machine.ts'
import { logInMachine } from '../../../src/machines/log-in/log-in.machine.ts'
import { registerMachine } from '../../../src/machines/register/register.machine.ts'
import { resetPasswordMachine } from '../../../src/machines/reset-password/reset-password.machine.ts'
import { companyLogInModel } from '../../machines/company-log-in.model.ts'
import { confirmEmailModel } from '../../machines/confirm-email.model.ts'
import { forgotPasswordModel } from '../../machines/forgot-password.model.ts'
import { logInModel } from '../../machines/log-in.model.ts'
import { registerModel } from '../../machines/register.model.ts'
import { resetPasswordModel } from '../../machines/reset-password.model.ts'
import { welcomeModel } from '../../machines/welcome.model.ts'
import { expect } from '../gateway.ts'
import { newAccount, registered, takeTokens } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo, walkForm } from './walk-form.ts'

const main = (page: Page) => page.getByRole('main')
/** The form with this field: the next page has one as well. */
const formWith = (label: string) => (page: Page) =>
  main(page)
    .locator('form')
    .filter({ has: page.getByLabel(label, { exact: true }) })
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** A browser that nobody is signed in with. */
async function asNobody(page: Page, path: string) {
  await page.goto('/config.js')
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
}

const COLLECT = '/api/v1/login/company'

/** Tokens that a log-in is answered with. */
const signIn = new WeakMap<Page, { access_token: string; refresh_token: string }>()

/** [S2.4] [S5.1] [S8.7] */
walkInBrowser({
  machine: registerMachine,
  model: registerModel.model,
  holds: ({ path }) => path === '/api/v1/register' || path === '/api/v1/login',
  open: async ({ page, server }) => {
    signIn.set(page, (await registered(server, 'Northwind Boots')).tokens)
    await asNobody(page, '/register')
    await field(page, 'Email').fill('ada@example.com')
    await field(page, 'Password').fill('Lovelace-1815')
    await field(page, 'Confirm password').fill('Lovelace')
  },
  does: {
    'field.changed': async ({ page }, { value }) => {
      await field(page, 'Password').fill('Lovelace-1815')
      await field(page, 'Confirm password').fill(value)
    },
    'form.submitted': ({ page }) => button(page, 'Create account').click(),
    'correction.requested': ({ page }) => button(page, 'Use another address').click(),
    'xstate.done.actor.register': ({ network }) =>
      network.answer({ status: 201, body: { message: 'Done.' } }),
    'xstate.error.actor.register': ({ network }, { error }) => network.answer(replyTo(error)),
    'xstate.done.actor.logIn': ({ network, page }) => network.answer({ body: signIn.get(page) }),
    'xstate.error.actor.logIn': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'register.editing': async ({ page }, { context }) => {
      await expect(button(page, 'Create account')).toBeEnabled()
      await expect(main(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
      for (const text of Object.values(context.fieldErrors)) await expect(main(page)).toContainText(text)
    },
    'register.registering': ({ page }) => expect(button(page, 'Creating your account…')).toBeDisabled(),
    'register.loggingIn': ({ page }) => expect(button(page, 'Creating your account…')).toBeDisabled(),
    'register.mailed': async ({ page }) => {
      await expect(heading(page, 'Check your mail.')).toBeVisible()
      await expect(main(page)).toContainText('A mail is on its way to ada@example.com.')
    },
    'register.signedIn': ({ page }) => expect(heading(page, 'Integrations')).toBeVisible(),
  },
})

/** [S2.5] [S8.8] */
walkForm({
  model: forgotPasswordModel,
  request: /^POST \/forgot-password$/,
  open: ({ page }) => asNobody(page, '/forgot-password'),
  show: ({ page }) => button(page, 'send it again').click(),
  cancel: false,
  form: formWith('Email'),
  input: (form) => form.getByLabel('Email'),
  submit: 'Send me a link',
  busy: 'Sending…',
  finished: ({ page }) => expect(main(page)).toContainText('we have emailed it a link'),
})

/** [S2.32] [S5.7] */
walkForm({
  model: welcomeModel,
  request: /^POST \/api\/v1\/organizations$/,
  open: async ({ page, server }) => {
    const tokens = await newAccount(server)
    await takeTokens(page, tokens)
    await expect(heading(page, 'Name your organization.')).toBeVisible()
  },
  form: formWith('Organization Name'),
  input: (form) => form.getByLabel('Organization Name'),
  submit: 'Create Organization',
  busy: 'Creating...',
  finished: ({ page }) => expect(heading(page, 'Integrations')).toBeVisible(),
})

/** [S2.1] [S8.6] */
walkInBrowser({
  machine: logInMachine,
  model: {
    ...logInModel.model,
    events: (snapshot) =>
      logInModel.model
        .events(snapshot)
        .filter(({ name }) => name === undefined || (name === 'code') === snapshot.hasTag('code')),
  },
  holds: ({ path }) => path === '/api/v1/login',
  open: async ({ page, server }) => {
    signIn.set(page, (await registered(server, 'Northwind Boots')).tokens)
    await asNobody(page, '/login')
    await field(page, 'Email').fill(' ')
    await field(page, 'Password').fill('secret')
  },
  does: {
    'field.changed': ({ page }, { name, value }) =>
      field(page, name === 'code' ? 'Code' : 'Email').fill(value),
    'form.submitted': ({ page }) => button(page, '').and(page.locator('[type=submit]')).click(),
    'code.abandoned': ({ page }) => button(page, 'Log in as somebody else').click(),
    ...Object.fromEntries(
      ['submit', 'submitCode'].flatMap((child) => [
        [
          `xstate.done.actor.${child}`,
          ({ network, page }: Stage) => network.answer({ body: signIn.get(page) }),
        ],
        [
          `xstate.error.actor.${child}`,
          ({ network }: Stage, { error }: AnyEventObject) => network.answer(replyTo(error)),
        ],
      ]),
    ),
  },
  sees: {
    'logIn.editing': async ({ page }, { context }) => {
      await expect(heading(page, 'Welcome back.')).toBeVisible()
      await expect(main(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
      for (const text of Object.values(context.fieldErrors)) await expect(main(page)).toContainText(text)
    },
    'logIn.submitting': ({ page }) => expect(button(page, 'Logging in…')).toBeDisabled(),
    'logIn.askingCode': async ({ page }, { context }) => {
      await expect(heading(page, 'One more step.')).toBeVisible()
      await expect(main(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'logIn.checkingCode': ({ page }) => expect(button(page, 'Checking…')).toBeDisabled(),
    'logIn.signedIn': ({ page }) => expect(heading(page, 'Integrations')).toBeVisible(),
  },
})

/** [S2.6] [S5.2] [S8.9] */
walkInBrowser({
  machine: resetPasswordMachine,
  model: resetPasswordModel,
  holds: ({ method, path }) =>
    path.startsWith('/reset-password/verify/') || `${method} ${path}` === 'POST /reset-password',
  open: ({ page }) => asNobody(page, '/reset-password/t1'),
  does: {
    'field.changed': ({ page }, { name, value }) =>
      field(page, name === 'confirmation' ? 'Confirm new password' : 'New password').fill(value),
    'form.submitted': ({ page }) => button(page, 'Save new password').click(),
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'xstate.done.actor.verifyLink': async ({ page, network }, { output }) => {
      if (output === null) return void (await page.goto('/reset-password'))
      await network.answer({ body: output })
    },
    'xstate.error.actor.verifyLink': ({ network }, { error }) => network.answer(replyTo(error)),
    'xstate.done.actor.resetPassword': ({ network }) => network.answer({ body: { message: 'Done.' } }),
    'xstate.error.actor.resetPassword': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'resetPassword.verifying': ({ page }) => expect(page.getByLabel('Checking the link')).toBeVisible(),
    'resetPassword.missing': ({ page }) =>
      expect(main(page)).toContainText('Password reset token is missing.'),
    'resetPassword.invalid': ({ page }, { context }) =>
      expect(main(page)).toContainText(context.error ?? '?'),
    'resetPassword.unverified': ({ page }) =>
      expect(main(page)).toContainText('The link could not be checked.'),
    'resetPassword.ready': async ({ page }, { context }) => {
      await expect(button(page, 'Save new password')).toBeEnabled()
      for (const text of Object.values(context.fieldErrors)) await expect(main(page)).toContainText(text)
      await expect(main(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'resetPassword.saving': ({ page }) => expect(button(page, 'Saving…')).toBeDisabled(),
    'resetPassword.done': ({ page }) => expect(main(page)).toContainText('Your password was changed.'),
  },
})

/** The link of a mail to an address that is to be confirmed. */
walkInBrowser({
  machine: confirmEmailMachine,
  model: confirmEmailModel.model,
  holds: ({ path }) => path === '/api/v1/confirm-email',
  open: ({ page }) => asNobody(page, '/confirm-email/t1'),
  does: {
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'xstate.done.actor.use': ({ network }) => network.answer({ body: { message: 'Done.' } }),
    'xstate.error.actor.use': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'confirmEmail.using': ({ page }) => expect(page.getByLabel('Confirming your address')).toBeVisible(),
    'confirmEmail.failed': ({ page }) => expect(button(page, 'Try Again')).toBeVisible(),
    'confirmEmail.refused': async ({ page }) => {
      await expect(main(page)).toContainText('This link was used already, or has expired.')
      await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    },
    'confirmEmail.used': ({ page }) => expect(main(page)).toContainText('Your email address is confirmed.'),
  },
})

/** Where a browser comes back to from the provider of an organization. */
walkInBrowser({
  machine: companyLogInMachine,
  model: companyLogInModel.model,
  holds: ({ path }) => path === COLLECT,
  open: async ({ page, server }) => {
    signIn.set(page, (await registered(server, 'Northwind Boots')).tokens)
    await asNobody(page, '/login/company')
  },
  does: {
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'xstate.done.actor.use': ({ network, page }) => network.answer({ body: signIn.get(page) }),
    'xstate.error.actor.use': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'companyLogIn.using': ({ page }) => expect(page.getByLabel('Logging in…')).toBeVisible(),
    'companyLogIn.failed': ({ page }) => expect(button(page, 'Try Again')).toBeVisible(),
    'companyLogIn.refused': ({ page }) =>
      expect(main(page).getByRole('link', { name: 'Back to log-in' })).toBeVisible(),
    'companyLogIn.used': ({ page }) => expect(heading(page, 'Integrations')).toBeVisible(),
  },
})
