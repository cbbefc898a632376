import type { Page } from '@playwright/test'
import { billingDetailsMachine } from '../../../src/machines/billing-details/billing-details.machine.ts'
import { billingDetailsModel } from '../../machines/billing-details.model.ts'
import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { billing } from '../models/billing.ts'
import { type HeldRoutes, holdRoutes } from './held-routes.ts'
import { walkInBrowser } from './walk.ts'

const DETAILS = '/api/v1/users/billing-details'
const COUNTRIES = `${DETAILS}/supported-countries`

const held = new WeakMap<Page, HeldRoutes>()
const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Billing details' })
const replyTo = (error: { status?: number; detail?: string; fields?: object }) => ({
  status: error.status ?? (error.detail ? 422 : 500),
  json: { detail: error.detail ?? 'Nothing.', code: 'x', ...(error.fields && { fields: error.fields }) },
})

/** [S5.3] [S8.11] */
walkInBrowser({
  machine: billingDetailsMachine,
  model: billingDetailsModel,
  holds: () => false,
  open: async ({ page, server }) => {
    await signedIn(page, server, 'Northwind Boots')
    await page.goto('/pricing')
    await billing(page).choose('Pro')
    const routes = holdRoutes(page, [`GET ${DETAILS}`, `GET ${COUNTRIES}`, `POST ${DETAILS}`])
    await routes.ready
    held.set(page, routes)
    await billing(page).continue()
  },
  does: {
    'field.changed': ({ page }, { value }) => dialogIn(page).getByLabel('Name', { exact: true }).fill(value),
    'form.submitted': ({ page }) => dialogIn(page).getByRole('button', { name: 'Save and continue' }).click(),
    'form.closed': ({ page }) => dialogIn(page).getByRole('button', { name: 'Cancel' }).click(),
    'xstate.done.actor.loadDetails': ({ page }, { output }) =>
      held.get(page)!.answer(`GET ${DETAILS}`, { json: output }),
    'xstate.error.actor.loadDetails': ({ page }, { error }) =>
      held.get(page)!.answer(`GET ${DETAILS}`, replyTo(error)),
    'xstate.done.actor.loadCountries': ({ page }, { output }) =>
      held.get(page)!.answer(`GET ${COUNTRIES}`, { json: output }),
    'xstate.error.actor.loadCountries': ({ page }, { error }) =>
      held.get(page)!.answer(`GET ${COUNTRIES}`, replyTo(error)),
    'xstate.done.actor.saveDetails': ({ page }, { output }) =>
      held.get(page)!.answer(`POST ${DETAILS}`, { json: output }),
    'xstate.error.actor.saveDetails': ({ page }, { error }) =>
      held.get(page)!.answer(`POST ${DETAILS}`, replyTo(error)),
  },
  sees: {
    'billingDetails.loading': ({ page }) => expect(dialogIn(page)).toBeVisible(),
    'billingDetails.editing': async ({ page }, { context }) => {
      const { countries, values, fieldErrors } = context
      await expect(dialogIn(page).getByLabel('Name', { exact: true })).toHaveValue(values.name)
      await expect(dialogIn(page).getByRole('option')).toHaveCount(countries.length + 1)
      for (const text of Object.values(fieldErrors))
        await expect(dialogIn(page).getByText(text).first()).toBeVisible()
    },
    'billingDetails.saving': ({ page }) =>
      expect(dialogIn(page).getByRole('button', { name: 'Saving…' })).toBeDisabled(),
    'billingDetails.saved': ({ page }) => expect(dialogIn(page)).toBeHidden(),
    'billingDetails.closed': ({ page }) => expect(dialogIn(page)).toBeHidden(),
  },
})
