import type { Page } from '@playwright/test'
import { billingDetailsMachine } from '../../../src/machines/billing-details/billing-details.machine.ts'
import { billingDetailsModel } from '../../machines/billing-details.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { billing } from '../models/billing.ts'
import { walkInBrowser } from './walk.ts'

const DETAILS = '/api/v1/users/billing-details'
const COUNTRIES = `${DETAILS}/supported-countries`

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Billing details' })
const replyTo = (error: { status?: number; detail?: string; fields?: object }) => ({
  status: error.status ?? (error.detail ? 422 : 500),
  body: { detail: error.detail ?? 'Nothing.', code: 'x', ...(error.fields && { fields: error.fields }) },
})

/** [S5.3] [S8.11] */
walkInBrowser({
  machine: billingDetailsMachine,
  model: billingDetailsModel,
  holds: ({ path }) => path === DETAILS || path === COUNTRIES,
  open: async ({ page, server }) => {
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/pricing')
    await billing(page).choose('Pro')
    await billing(page).continue()
  },
  does: {
    'field.changed': ({ page }, { value }) => dialogIn(page).getByLabel('Name', { exact: true }).fill(value),
    'form.submitted': ({ page }) => dialogIn(page).getByRole('button', { name: 'Save and continue' }).click(),
    'form.closed': ({ page }) => dialogIn(page).getByRole('button', { name: 'Cancel' }).click(),
    'xstate.done.actor.loadDetails': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${DETAILS}`),
    'xstate.error.actor.loadDetails': ({ network }, { error }) =>
      network.answer(replyTo(error), `GET ${DETAILS}`),
    'xstate.done.actor.loadCountries': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${COUNTRIES}`),
    'xstate.error.actor.loadCountries': ({ network }, { error }) =>
      network.answer(replyTo(error), `GET ${COUNTRIES}`),
    'xstate.done.actor.saveDetails': ({ network }, { output }) =>
      network.answer({ body: output }, `POST ${DETAILS}`),
    'xstate.error.actor.saveDetails': ({ network }, { error }) =>
      network.answer(replyTo(error), `POST ${DETAILS}`),
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
