import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { companyLogInMachine, confirmEmailMachine } from '../../../src/machines/accounts/link.machine.ts'
import { logInMachine } from '../../../src/machines/accounts/log-in.machine.ts'
import { registerMachine } from '../../../src/machines/accounts/register.machine.ts'
import { resetPasswordMachine } from '../../../src/machines/accounts/reset-password.machine.ts'
import { verificationMachine } from '../../../src/machines/accounts/verification.machine.ts'
import { CompanyLogInScreen } from '../../../src/ui/accounts/company-log-in-screen.tsx'
import { ConfirmEmailScreen } from '../../../src/ui/accounts/confirm-email-screen.tsx'
import { ForgotPasswordScreen } from '../../../src/ui/accounts/forgot-password-screen.tsx'
import { LogInScreen } from '../../../src/ui/accounts/log-in/log-in-screen.tsx'
import { RegisterScreen } from '../../../src/ui/accounts/register-screen.tsx'
import { ResetPasswordScreen } from '../../../src/ui/accounts/reset-password-screen.tsx'
import { WelcomeScreen } from '../../../src/ui/shell/welcome-screen.tsx'
import { provided, type Scene, still } from '../../harness/stage.tsx'
import { forgotPasswordModel } from '../../machines/account-forms.model.ts'
import { welcomeModel } from '../../machines/form.model.ts'
import { companyLogInModel, confirmEmailModel } from '../../machines/link.model.ts'
import { logInModel, resetPasswordModel } from '../../machines/log-in.model.ts'
import { registerModel } from '../../machines/register.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { walkForm } from './walk-form.tsx'

const main = () => page.getByRole('main')
const field = (label: string) => main().getByLabelText(label, { exact: true })
const button = (name: string) => main().getByRole('button', { name })
const says = (text: string) => expect.element(main()).toMatchTextContent(text)
const saysAll = async (texts: object) => {
  for (const text of Object.values(texts)) await says(text)
}

/** A page that is open to everybody. */
const entrance = (path: string, view: Scene['view']): Scene => ({
  path,
  view,
  isPage: true,
  isAnonymous: true,
})

/** [S2.4] [S5.1] [S8.7] */
walkView({
  machine: registerMachine,
  model: registerModel.model,
  scene: (register) => entrance('/register', provided({ register }, <RegisterScreen />)),
  begin: async () => {
    await field('Email').fill('ada@example.com')
    await field('Password').fill('Lovelace-1815')
    await field('Confirm password').fill('Lovelace')
  },
  does: {
    'field.changed': async ({ value }) => {
      await field('Password').fill('Lovelace-1815')
      await field('Confirm password').fill(value)
    },
    'form.submitted': () => button('Create account').click(),
    'correction.requested': () => button('Use another address').click(),
  },
  sees: {
    'register.editing': async ({ context }) => {
      await expect.element(button('Create account')).toBeEnabled()
      await alertIs(main(), context.error)
      await saysAll(context.fieldErrors)
    },
    'register.registering': () => expect.element(button('Creating your account…')).toBeDisabled(),
    'register.loggingIn': () => expect.element(button('Creating your account…')).toBeDisabled(),
    'register.mailed': () => says('We sent an email to ada@example.com.'),
  },
})

/** [S2.5] [S8.8] */
walkForm({
  model: forgotPasswordModel,
  scene: (forgotPassword) =>
    entrance('/forgot-password', provided({ forgotPassword }, <ForgotPasswordScreen />)),
  show: () => button('resend it').click(),
  cancel: false,
  form: main,
  input: (form) => form.getByLabelText('Email'),
  submit: 'Email me a link',
  busy: 'Sending…',
  finished: () => says('we have emailed it a link'),
})

/** [S2.32] [S5.7] */
walkForm({
  model: welcomeModel,
  scene: (welcome) => ({ view: <WelcomeScreen />, isPage: true, logic: { welcome } }),
  form: main,
  input: (form) => form.getByLabelText('Organization Name'),
  submit: 'Create Organization',
  busy: 'Creating...',
  finished: () => {},
})

/** [S2.1] [S8.6] */
walkView({
  machine: logInMachine,
  model: {
    ...logInModel.model,
    events: (snapshot) =>
      logInModel.model
        .events(snapshot)
        .filter(({ name }) => name === undefined || (name === 'code') === snapshot.hasTag('code')),
  },
  scene: (logIn) => entrance('/login', provided({ logIn, CompanyOffer: () => null }, <LogInScreen />)),
  begin: async () => {
    await field('Email').fill(' ')
    await field('Password').fill('secret')
  },
  does: {
    'field.changed': ({ name, value }) => field(name === 'code' ? 'Code' : 'Email').fill(value),
    'form.submitted': (_, stage) =>
      button(stage.actor().getSnapshot().hasTag('code') ? 'Continue' : 'Log in').click(),
    'code.abandoned': () => button('Log in as someone else').click(),
  },
  sees: {
    'logIn.editing': async ({ context }) => {
      await expect.element(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
      await alertIs(main(), context.error)
      await saysAll(context.fieldErrors)
    },
    'logIn.submitting': () => expect.element(button('Logging in…')).toBeDisabled(),
    'logIn.askingCode': async ({ context }) => {
      await expect.element(page.getByRole('heading', { name: 'One more step.' })).toBeVisible()
      await alertIs(main(), context.error)
    },
    'logIn.checkingCode': () => expect.element(button('Checking…')).toBeDisabled(),
  },
})

/** [S2.6] [S5.2] [S8.9] */
walkView({
  machine: resetPasswordMachine,
  model: resetPasswordModel,
  scene: (resetPassword) =>
    entrance('/reset-password/t1', provided({ resetPassword }, <ResetPasswordScreen />)),
  does: {
    'field.changed': ({ name, value }) =>
      field(name === 'confirmation' ? 'Confirm new password' : 'New password').fill(value),
    'form.submitted': () => button('Save new password').click(),
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    'resetPassword.verifying': () => expect.element(page.getByLabelText('Checking the link')).toBeVisible(),
    'resetPassword.missing': () => says('Password reset token is missing.'),
    'resetPassword.invalid': ({ context }) => says(context.error ?? '?'),
    'resetPassword.unverified': () => says('The link could not be checked.'),
    'resetPassword.ready': async ({ context }) => {
      await expect.element(button('Save new password')).toBeEnabled()
      await saysAll(context.fieldErrors)
      await alertIs(main(), context.error)
    },
    'resetPassword.saving': () => expect.element(button('Saving…')).toBeDisabled(),
    'resetPassword.done': () => says('Your password was changed.'),
  },
})

/** The link of a mail to an address that is to be confirmed. */
walkView({
  machine: confirmEmailMachine,
  model: confirmEmailModel.model,
  scene: (confirmEmail) =>
    entrance(
      '/confirm-email/t1',
      provided({ confirmEmail, verification: still(verificationMachine) }, <ConfirmEmailScreen />),
    ),
  does: { 'retry.requested': () => button('Try Again').click() },
  sees: {
    'confirmEmail.using': () => expect.element(page.getByLabelText('Confirming your address')).toBeVisible(),
    'confirmEmail.failed': () => expect.element(button('Try Again')).toBeVisible(),
    'confirmEmail.refused': ({ context }) => alertIs(main(), context.error),
    'confirmEmail.used': () => says('Your email address is confirmed.'),
  },
})

/** Where a browser comes back to from the provider of an organization. */
walkView({
  machine: companyLogInMachine,
  model: companyLogInModel.model,
  scene: (companyLogIn) => entrance('/login/company', provided({ companyLogIn }, <CompanyLogInScreen />)),
  does: { 'retry.requested': () => button('Try Again').click() },
  sees: {
    'companyLogIn.using': () => expect.element(page.getByLabelText('Logging in…')).toBeVisible(),
    'companyLogIn.failed': () => expect.element(button('Try Again')).toBeVisible(),
    'companyLogIn.refused': () =>
      expect.element(main().getByRole('link', { name: 'Back to log-in' })).toBeVisible(),
  },
})
