import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

const page = (name: string) => pathToFileURL(join(import.meta.dirname, '../../docs/statecharts', name)).href

test('the statecharts are found by name, purpose and clause, as files', async ({ page: tab }) => {
  await tab.goto(page('index.html'))
  await tab.getByRole('searchbox', { name: 'Find a machine' }).fill('S9.2')
  await expect(tab.getByRole('status')).toContainText(' of ')
  await tab.getByRole('link', { name: 'Session', exact: true }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Session')
  await expect(tab.getByRole('row', { name: /Sign out requested.*Revoke tokens/ })).toBeVisible()
})

test('a machine is walked by keyboard, and a link opens the same walk again', async ({
  page: tab,
  context,
}) => {
  await tab.goto(page('session.html'))
  const panel = tab.locator('#simulator')
  await expect(panel.getByRole('status')).toContainText('Loading')
  await panel
    .getByRole('button', { name: /Load tokens is done/ })
    .first()
    .focus()
  await tab.keyboard.press('Enter')
  await expect(panel.getByRole('status')).toContainText('Signed in · fresh')
  await expect(tab.locator('.diagram [id="session.signedIn.fresh"]')).toHaveClass(/is-active/)
  await expect(panel.getByText(/^2 of \d+ transitions walked/)).toBeVisible()
  await expect(panel).not.toContainText('access first')

  await tab.keyboard.press('1')
  await expect(panel.getByRole('status')).toContainText('Signed out')
  const again = await context.newPage()
  await again.goto(tab.url())
  await expect(again.locator('#simulator').getByRole('status')).toContainText('Signed out')

  await tab.keyboard.press('ArrowLeft')
  await expect(panel.getByRole('status')).toContainText('Signed in · fresh')
  await expect(panel.getByRole('button', { name: /^Sign out requested/ }).last()).toBeVisible()
})

test('everything is walked when asked for', async ({ page: tab }) => {
  await tab.goto(page('sheet.html'))
  await tab.getByRole('button', { name: 'Walk everything' }).click()
  await expect(tab.getByText('2 of 2 transitions walked')).toBeVisible()
})

test('the pages can be read by everybody', async ({ page: tab }) => {
  for (const name of ['index.html', 'log-in.html']) {
    await tab.goto(page(name))
    await expectAccessible(tab, name)
  }
})
