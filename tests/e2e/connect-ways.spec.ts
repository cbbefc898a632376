import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect, test } from './test.ts'

test('[42.1] a service is connected with a token or by a log-in: each way asks for its own, by mouse and by keyboard', async ({
  page,
  server,
}) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/')
  await lectern(page).createKnowledgeBase('Notes')
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('menuitem', { name: 'GitHub' }).click()
  const dialog = page.getByRole('dialog')
  const token = dialog.getByLabel('API token')
  const client = dialog.getByLabel('Client ID')
  await expect(token).toBeVisible()

  await dialog.getByText('Log in to GitHub').click()
  await expect(client).toBeVisible()
  await expect(dialog).toContainText('/api/v1/connectors/callback')
  await expect(token).toBeHidden()

  await dialog.getByText('With a token').click()
  await expect(token).toBeVisible()
  await expect(client).toBeHidden()

  await dialog.getByRole('radio', { name: 'With a token' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(client).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Log in to GitHub' })).toBeFocused()
})
