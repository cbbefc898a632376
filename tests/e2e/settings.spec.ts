import type { Page } from '@playwright/test'
import { enrolled, newAccount, takeTokens } from './models/accounts.ts'
import { expect, test } from './test.ts'

const PAGES = [
  ['Profile', '/settings'],
  ['Security', '/security'],
  ['Organization', '/settings/organization'],
  ['Team', '/team'],
  ['Models', '/settings/models'],
  ['API keys', '/settings/api-keys'],
  ['Channels', '/settings/channels'],
  ['Webhooks', '/settings/webhooks'],
  ['Single sign-on', '/settings/single-sign-on'],
  ['Privacy', '/settings/privacy'],
  ['Audit log', '/settings/audit-log'],
  ['Subscription', '/settings/subscription'],
  ['Plans', '/pricing'],
  ['Billing', '/payment'],
] as const

const settings = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

test('[S2.14] [S2.16] the pages of Settings are one area, at the addresses they have', async ({
  page,
  server,
}) => {
  // On a phone the list of pages scrolls.
  await page.setViewportSize({ width: 390, height: 800 })
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/settings/profile')
  for (const [name, path] of PAGES) {
    await settings(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    const link = settings(page).getByRole('link', { name })
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(link).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(`Settings/${name}`)
  }
  await page.reload()
  await expect(settings(page).getByRole('link', { name: 'Billing' })).toBeInViewport({ ratio: 0.9 })
  await page.goto('/profile')
  await expect(settings(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
})

test('[S2.32] whoever is in no organization reaches their account, and can delete it', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await takeTokens(page, await newAccount(server.url))
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeEnabled()
  await settings(page).getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await expect(settings(page).getByRole('link')).toHaveText(['Profile', 'Security'])
  await page.getByRole('link', { name: 'Create an organization' }).click()
  await expect(page.getByLabel('Organization Name')).toBeVisible()
})

test('[S2.42] Back asks before a secret that is shown once is lost', async ({ page, server }) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/team')
  await settings(page).getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('Nightly export')
  await page.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const secret = await shown.getByLabel('API key', { exact: true }).textContent()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/settings/api-keys')
  await expect(shown.getByLabel('API key', { exact: true })).toHaveText(secret ?? '')
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/team')
})

test('the button of a page ends where its content ends, at any width', async ({ page, server }) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/team')
  const right = async (name: string, role: 'button' | 'region') =>
    page.getByRole(role, { name }).evaluate((element) => element.getBoundingClientRect().right)
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Invite people' }).waitFor()
    expect(await right('Invite people', 'button')).toBeCloseTo(await right('Members', 'region'), 0)
  }
})
