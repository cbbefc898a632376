import type { Page } from '@playwright/test'
import { signedIn } from './models/accounts.ts'
import { billing } from './models/billing.ts'
import { expect, test } from './test.ts'

const MEMBERS_OF_PRO = 15
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' })

test('[43.8] seats are bought where the team has no room left, and become fewer later', async ({
  page,
  server,
}) => {
  const user = billing(page)
  await signedIn(page, server.url, 'Northwind Boots')

  /** As many as Pro includes, beside the owner: one too many. */
  const invite = async () => {
    await page.goto('/team')
    await page.getByRole('button', { name: 'Invite people' }).click()
    const people = Array.from({ length: MEMBERS_OF_PRO }, (_, n) => `person${n}@northwind.example`)
    await page.getByLabel('Email addresses').fill(people.join(', '))
    await page.getByRole('button', { name: 'Send invitations' }).click()
  }

  await test.step('the organization pays for Pro', async () => {
    await page.goto('/pricing')
    await user.choose('Pro')
    await expect(page.getByLabel('Additional seats on Pro')).toHaveValue('0')
    await user.continue()
    await user.fillIn({})
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('button', { name: 'Confirm test payment' }).click()
    await expect(page.getByText('Your Pro plan has started.')).toBeVisible()
  })

  await test.step('an invitation too many is refused, and offers seats', async () => {
    await invite()
    await expect(page.getByRole('alert')).toContainText('The Pro plan has room for 15 members.')
    await page.getByRole('button', { name: 'Add seats' }).click()
  })

  await test.step('the price is shown before it is paid, for the rest of the period', async () => {
    await expect(page.getByRole('radio', { name: /^Pro/ })).toBeChecked()
    await page.getByLabel('Additional seats on Pro').fill('36')
    await user.continue()
    await expect(page.getByText('Enter a number of seats from 0 to 35.')).toBeVisible()
    await page.getByLabel('Additional seats on Pro').fill('5')
    await user.continue()
    const dialog = page.getByRole('dialog', { name: 'Change to 5 additional seats?' })
    await expect(dialog).toContainText('$79.00')
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('Additional seats', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm test payment' }).click()
    await expect(page.getByText('Your organization has 5 more seats on Pro.')).toBeVisible()
  })

  await test.step('there is room for them now', async () => {
    await invite()
    await expect(page.getByRole('list', { name: 'Results for each address' })).toContainText('Invited')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/payment')
    await expect(page.getByRole('cell', { name: 'Pro, 5 additional seats' })).toBeVisible()
  })

  await test.step('fewer seats are planned for the next period, and the plan is undone', async () => {
    await page.goto('/settings/subscription')
    await expect(plan(page)).toContainText('15 members are included. There are 5 additional seats')
    await page.getByRole('link', { name: 'Change seats' }).click()
    await page.getByLabel('Additional seats on Pro').fill('2')
    await user.continue()
    await page.getByRole('button', { name: 'Change seats' }).click()
    await expect(page.getByText('it changes to 2 additional seats, paid monthly.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByText('it changes to')).toBeHidden()
    await page.goto('/settings/subscription')
    await expect(plan(page)).toContainText('There are 5 additional seats')
  })
})
