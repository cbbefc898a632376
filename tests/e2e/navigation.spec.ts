import type { Page } from '@playwright/test'
import { gate } from '../harness/scripted-server.ts'
import { pressEscape } from './escape.ts'
import { expect, test } from './gateway.ts'
import { signedIn } from './models/accounts.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { whileBusy } from './rest.ts'

/** Registers by the forms, and founds an organization. */
const newcomer = async (page: Page) => {
  const user = lectern(page)
  await user.register(newPerson())
  await user.nameOrganization('Northwind Boots')
  return user
}

test('a page is named, read from its heading, and found again by Back where it was left', async ({
  page,
}) => {
  await newcomer(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  // Long pages, whatever they hold.
  const stretch = () => page.evaluate(() => document.body.style.setProperty('min-height', '5000px'))

  await expect(page).toHaveTitle('Integrations · Lectern')
  await stretch()
  // A page that has just come is at its top a moment after it has its title.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 1200))
    expect(await scrolled()).toBe(1200)
  }).toPass()
  await page.evaluate(() => (document.querySelector('nav a[href="/knowledge-bases"]') as HTMLElement).click())
  await expect(heading('Knowledge Bases')).toBeFocused()
  await expect(page).toHaveTitle('Knowledge Bases · Lectern')
  await expect.poll(scrolled).toBe(0)

  await page.goBack()
  await expect(page).toHaveTitle('Integrations · Lectern')
  await expect.poll(scrolled).toBe(1200)
  await expect(heading('Integrations')).toBeFocused()
  await page.goForward()
  await expect(page).toHaveTitle('Knowledge Bases · Lectern')
  await expect.poll(scrolled).toBe(0)

  // A reload keeps the place in the history, and what is behind it.
  await page.reload()
  await expect(heading('Knowledge Bases')).toBeVisible()
  await stretch()
  await page.goBack()
  await expect(heading('Integrations')).toBeVisible()
  await expect.poll(scrolled).toBe(1200)

  // A place within the page is gone to, and is an entry of its own.
  await page.evaluate(() => scrollTo(0, 0))
  await main.getByRole('link', { name: 'Integrations' }).focus()
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('afterend', '<p id="below">Below</p>')
    document.getElementById('below')?.style.setProperty('margin-top', '3000px')
    location.hash = '#below'
  })
  await expect(page).toHaveURL(/#below$/)
  await page.goBack()
  await expect(page).toHaveURL('/integrations')
  await expect(heading('Integrations')).toBeVisible()
})

test('a screen whose code cannot be fetched says so, and Try Again shows it', async ({ page, gateway }) => {
  await newcomer(page)
  gateway.answer(({ path }) => (path.includes('/assets/knowledge-bases-') ? { fault: 'reset' } : null))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Knowledge Bases' }).click()
  await expect(page.getByText('The page could not be loaded.')).toBeVisible()
  gateway.answer(() => null)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/knowledge-bases')
})

test('a menu that is opened on the way to a page keeps the focus, and stays open', async ({
  page,
  gateway,
  server,
}) => {
  await signedIn(page, server.url, 'Northwind Boots')
  const isThere = gate()
  gateway.answer(async ({ path }) => {
    if (path.includes('/assets/knowledge-bases-')) await isThere.opened
    return null
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Knowledge Bases' }).click()
  await whileBusy(() => page.getByRole('button', { name: 'Your account' }).click())
  const menu = page.getByRole('menu')
  await expect(menu).toBeFocused()
  isThere.open()
  await expect(page).toHaveTitle('Knowledge Bases · Lectern')
  // The focus would move with the second frame after the title.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  })
  await expect(menu).toBeFocused()
})

test('what was typed in a dialog is lost neither by Escape nor, without a question, by Back', async ({
  page,
}) => {
  await newcomer(page)
  await page.getByRole('link', { name: 'Knowledge Bases', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' })
  const name = dialog.getByLabel('Name')
  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  await pressEscape(page)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  await name.fill('x'.repeat(100))
  await expect(dialog.getByText('Use at most 80 characters. You entered 100.')).toBeVisible()
  await pressEscape(page)
  await expect(name).toHaveValue('x'.repeat(100))
  await page.goBack()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(name).toHaveValue('x'.repeat(100))
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Use at most 80 characters.', { exact: true })).toBeVisible()
  await name.fill('Handbooks')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Handbooks', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Knowledge Bases/Handbooks')
})

test('[S2.16] [S2.18] [S2.30] the crumbs say where one is, also where there is nothing', async ({ page }) => {
  const user = await newcomer(page)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await page.goto('/settings/profile')
  await expect(crumbs).toHaveText('Settings/Profile')
  await expect(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.goto('/settings/organization/')
  await expect(crumbs).toHaveText('Settings/Organization')
  await page.goto('/integrations/5f0c1c9e-0000-4000-8000-000000000000/search')
  await expect(crumbs).toHaveText('Integrations/Page Not Found/Search')
  await page.goto('/integrations')
  await user.createKnowledgeBase('Handbooks')
  await user.createIntegration('Returns desk')
  await page.route('**/general', (route) => route.fulfill({ json: { name: 'As its general data say' } }))
  await page.reload()
  await expect(crumbs).toHaveText('Integrations/As its general data say/Playground')
})
