import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { deleteAccountMachine } from '../../../src/machines/accounts/delete-account.machine.ts'
import { AccountDeletion } from '../../../src/ui/accounts/security/account-deletion.tsx'
import { provided } from '../../harness/stage.tsx'
import { deleteAccountModel, OWNS } from '../../machines/delete-account.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const deletion = () => page.getByRole('dialog')
const password = () => deletion().getByLabelText('Your password')

/** What goes with the account is read and named, then the password is asked for once more. */
walkView({
  machine: deleteAccountMachine,
  model: {
    ...deleteAccountModel,
    events: (snapshot) =>
      deleteAccountModel
        .events(snapshot)
        .filter((event) => event.type !== 'form.opened' || event.hasPassword),
  },
  scene: (deleteAccount) => ({ path: '/security', view: provided({ deleteAccount }, <AccountDeletion />) }),
  does: {
    'form.opened': () => button('Delete account').click(),
    'field.changed': ({ value }) => password().fill(value),
    'form.submitted': () => button('Delete my account').click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|Close)$/ }).click(),
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    'deleteAccount.closed': () => expect.element(deletion()).not.toBeInTheDocument(),
    'deleteAccount.reading': async ({ context }) => {
      await expect.element(deletion().getByLabelText('Loading')).toBeVisible()
      await expect.element(button('Delete my account')).toBeDisabled()
      await alertIs(deletion(), context.error)
    },
    'deleteAccount.blocked': async () => {
      await expect.element(deletion()).toMatchTextContent('You are the last owner of “Acme”')
      await expect.element(button('Delete my account')).not.toBeInTheDocument()
      await alertIs(deletion(), null)
    },
    'deleteAccount.unread': async ({ context }) => {
      await alertIs(deletion(), context.error)
      await expect.element(button('Try Again')).toBeEnabled()
      await expect.element(button('Delete my account')).not.toBeInTheDocument()
    },
    'deleteAccount.refused': async ({ context }) => {
      await alertIs(deletion(), context.error)
      await expect.element(button('Try Again')).not.toBeInTheDocument()
      await expect.element(button('Delete my account')).not.toBeInTheDocument()
    },
    'deleteAccount.editing': async ({ context: { error, fieldErrors, preview, values } }) => {
      await expect.element(password()).toHaveValue(values.password)
      await expect.element(password()).toHaveFocus()
      const named = 'This also deletes “Northwind” and “Harbour Shoes”'
      if (preview === OWNS) await expect.element(deletion()).toMatchTextContent(named)
      else await expect.element(deletion()).not.toMatchTextContent('This also deletes')
      await alertIs(deletion(), error)
      if (fieldErrors.password) await expect.element(deletion()).toMatchTextContent(fieldErrors.password)
    },
    'deleteAccount.submitting': () => expect.element(button('Deleting…')).toBeDisabled(),
  },
})
