import { startSite } from '../harness/site.ts'
import { beside } from './beside.ts'
import { pressEscape } from './escape.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect } from './test.ts'

const test = beside(
  () => startSite('127.0.0.2'),
  ({ port }) => ({ WEB_PORTS: String(port) }),
)

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server.url, 'Northwind Boots')
  await lectern(page).createKnowledgeBase('Help pages')
})

test('[S7.32] a site is previewed, added, read again, and goes with its documents', async ({
  page,
  service: site,
}) => {
  const user = lectern(page)
  const origin = `http://site.test:${site.port}`
  const dialog = page.getByRole('dialog', { name: 'Add web pages' })
  const source = page.getByRole('region', { name: 'Sources' }).getByRole('listitem')

  await page.getByRole('button', { name: 'Add source' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Web pages' }).press('Enter')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await dialog.getByLabel('Address').fill('help pages')
  // Pressed by mistake, it does not take away what was typed.
  await pressEscape(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter an address that begins with https://.')).toBeVisible()

  await dialog.getByLabel('Source type').selectOption('site')
  await dialog.getByLabel('Address').fill(`http://inside.test:${site.port}/`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/private or reserved network/)).toBeVisible()

  await dialog.getByLabel('Address').fill(`${origin}/`)
  await dialog.getByText('Which pages').click()
  await dialog.getByLabel('Include only paths that start with').fill('/pages/')
  await dialog.getByLabel('Link depth').selectOption('1')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('3 pages found')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^Page 2/ })).toBeChecked()
  await dialog.getByText(/addresses left out/).click()
  await expect(dialog.getByText(`${origin}/private/1 —`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Address')).toHaveValue(`${origin}/`)
  await page.getByRole('button', { name: 'Preview' }).click()
  // [ux 31] what is not wanted of what was found stays out, also when the site is read again.
  await dialog.getByRole('checkbox', { name: /^Page 3/ }).uncheck()
  await dialog.getByRole('button', { name: 'Add 2 pages' }).click()
  await expect(dialog).toBeHidden()

  await expect(source).toContainText('2 new')
  await user.documentIsReady('Page 2')
  site.state.changed = [2]
  await source.getByRole('button', { name: `Read ${origin}/ now` }).click()
  await expect(source).toContainText('1 changed')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await source.getByLabel(`Read ${origin}/ again`).selectOption('weekly')
  await saved
  await page.reload()
  await expect(source.getByLabel(`Read ${origin}/ again`)).toHaveValue('weekly')

  await source.getByRole('button', { name: `Change ${origin}/` }).click()
  const change = page.getByRole('dialog', { name: 'Change which pages are read' })
  await change.getByText('Which pages', { exact: true }).click()
  // What the rules find nothing by is said at the address, which stays.
  await expect(change.getByLabel('Address')).not.toBeEditable()
  await change.getByLabel('Include only paths that start with').fill('/nowhere')
  await change.getByRole('button', { name: 'Preview' }).click()
  await expect(change.getByText('Your rules allow none of the pages found there.')).toBeVisible()
  await change.getByLabel('Include only paths that start with').fill('/pages/')
  await change.getByLabel('Exclude paths that start with').fill('')
  await change.getByRole('button', { name: 'Preview' }).click()
  await change.getByRole('button', { name: 'Save and read again' }).click()
  await expect(change).toBeHidden()
  await expect(source).toContainText('1 new')
  await expect(source.getByLabel(`Read ${origin}/ again`)).toHaveValue('weekly')

  await source.getByRole('button', { name: `Delete ${origin}/` }).click()
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(source).toHaveCount(0)
  await expect(page.getByText('No documents yet.')).toBeVisible()
})
