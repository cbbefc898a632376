import type { Page } from '@playwright/test'
import { failed, limited, refused, stalled } from '../../harness/specified-backend/backend.ts'
import { whileBusy } from '../rest.ts'
import { expect, test } from './test.ts'

const choose = async (page: Page, plan: string) => {
  await page.getByRole('radio', { name: new RegExp(plan) }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('[S4.15] [S4.12] [S4.13] [S4.14] a trial of two fields has its banner; a plan is paid for, and changed', async ({
  inside: page,
  backend,
}) => {
  await expect(page.getByText('5 days left in your trial')).toBeVisible()
  await page.goto('/pricing')
  await choose(page, 'Enterprise')
  await expect(page.getByText('Please contact sales for this plan.')).toBeVisible()
  backend.world.paymentUrl = 'https://pay.example/order/1'
  await page.route('https://pay.example/**', (route) => route.fulfill({ body: 'The payment page' }))
  await choose(page, 'Starter')
  const details = page.getByRole('dialog', { name: 'Billing details' })
  for (const [label, value] of [
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@northwind.example'],
    ['Address line 1', 'Street 1'],
    ['City', 'Bremen'],
    ['Postal code', '28195'],
  ] as const)
    await details.getByLabel(label, { exact: true }).fill(value)
  await details.getByLabel('Country').selectOption('DE')
  await details.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('https://pay.example/**')

  // A smaller plan, of which nothing is known in advance; its answer says nothing.
  backend.world.paymentUrl = null
  await page.goto('/pricing')
  await choose(page, 'Free')
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByText('Subscription updated.')).toBeVisible()
  await expect(page.getByText('5 days left in your trial')).toBeHidden()
  await choose(page, 'Free')
  await expect(page.getByText('This is already your current plan.')).toBeVisible()
})

test('[S8.1] [S8.2] [S8.12] limits, failures, refusals and stalls each cost one thing', ({
  inside: page,
  backend,
}) =>
  whileBusy(async () => {
    backend.answer('GET /api/v1/notifications', stalled, stalled)
    // A failure is asked for three times (S9.4), a refusal once.
    backend.answer('GET /api/v1/subscription/plans', failed, failed, failed, refused(403, 'Not for you'))
    await page.goto('/pricing')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to load subscription details. Please try again.')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(alert).toContainText('Not for you')
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden()

    backend.answer('GET /api/v1/organizations', limited(1))
    await page.reload()
    await expect(page.getByText('Rate limited. Please wait 1 seconds before trying again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()

    const body = {
      error: 'rate_limited',
      message: 'Too many',
      retry_after: 120,
      retry_message: 'Try again in two minutes.',
      suggestions: ['Ask less often.'],
    }
    backend.answer('POST /api/v1/subscription/change', limited(120, body))
    await choose(page, 'Starter')
    // Beside the plan, and in the toast of every limit.
    await expect(page.getByText('Rate limit exceeded. Try again in two minutes.')).toHaveCount(2)
    await expect(page.getByText('Ask less often.')).toBeVisible()
  }))

test('[S7.34] a list of organizations that cannot be read ends the session', async ({
  inside: page,
  backend,
}) => {
  backend.answer('GET /api/v1/organizations', { body: '<html></html>' })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
