import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { lectern, newPerson } from './models/lectern.ts'
import { returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

/** Both themes, and the content of a phone as well. */
async function expectAccessible(page: Page, screen: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `${screen}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 800 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${screen} is wider than a phone by`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('every screen can be used with a screen reader, in both themes and on a phone', async ({ page }) => {
  const user = lectern(page)
  await page.goto('/login?session_expired=true')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectAccessible(page, 'log-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'A place to ask.' })).toBeVisible()
  await expectAccessible(page, 'register')
  await user.fillRegistration(newPerson())
  await expect(page.getByLabel('Organization Name')).toBeVisible()
  await expectAccessible(page, 'welcome')
  await user.nameOrganization('Northwind Boots')
  await expectAccessible(page, 'integrations, empty')
  await user.createKnowledgeBase('Returns and repairs')
  await user.addDocuments(await returnsPolicy())
  await expect(user.document('Returns policy.pdf')).toContainText('Ready')
  await expectAccessible(page, 'knowledge base')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectAccessible(page, 'confirmation')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await user.createIntegration('Returns helper')
  await user.ask('How many days do I have to return boots?')
  await expect(page.getByRole('button', { name: /^Source 1/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expectAccessible(page, 'playground')
  await page
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click()
  await expect(page.locator('[data-cited]')).toBeVisible()
  await expectAccessible(page, 'reader')
  await page.keyboard.press('Escape')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page, 'not found')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
})
