import type { Page } from '@playwright/test'
import { createOrganizationMachine } from '../../../src/machines/create-organization/create-organization.machine.ts'
import { createOrganizationModel } from '../../machines/create-organization.model.ts'
import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Create New Organization' })
const nameIn = (page: Page) => dialogIn(page).getByLabel('Organization Name')

/** [S2.41] [S2.43] [S4.3] [S4.4] [S5.6] [S8.5] */
walkInBrowser({
  machine: createOrganizationMachine,
  model: createOrganizationModel.model,
  holds: ({ method, path }) => method === 'POST' && path === '/api/v1/organizations',
  open: async ({ page, server }) => {
    await signedIn(page, server, 'Northwind Boots')
    await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
  },
  does: {
    'form.opened': async ({ page }, { values }) => {
      await page.getByRole('button', { name: /^Organization: / }).click()
      await page.getByRole('option', { name: 'Create Organization' }).click()
      if (values) await nameIn(page).fill(String(values.name))
    },
    'form.closed': ({ page }) => page.getByRole('button', { name: 'Cancel' }).click(),
    'field.changed': ({ page }, { value }) => nameIn(page).fill(String(value)),
    'form.submitted': ({ page }) => nameIn(page).press('Enter'),
    'xstate.done.actor.submit': ({ network }) => network.answer(null),
    'xstate.error.actor.submit': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'createOrganization.closed': ({ page }) => expect(dialogIn(page)).toBeHidden(),
    'createOrganization.editing': async ({ page }, { context }) => {
      await expect(nameIn(page)).toHaveValue(context.values.name)
      await expect(dialogIn(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
      if (context.fieldErrors.name) await expect(dialogIn(page)).toContainText(context.fieldErrors.name)
    },
    'createOrganization.submitting': async ({ page }) => {
      await expect(dialogIn(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
      await expect(page.getByText('Creating organization...')).toBeVisible()
    },
  },
})
