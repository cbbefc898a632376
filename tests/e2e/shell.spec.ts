import { pressEscape } from './escape.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { whileBusy } from './rest.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server.url, 'Northwind Boots')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
})

test('[S2.33] [S2.34] [S2.40] [S2.41] [S2.42] [S2.43] [S4.4] [S8.5] a second organization is created and switched to', async ({
  page,
}) => {
  await page.evaluate(() => {
    addEventListener('organizationCreated', (event) => {
      document.title = `created ${(event as CustomEvent<{ name: string }>).detail.name}`
    })
  })
  await page.getByRole('button', { name: 'Organization: Northwind Boots' }).click()
  await page.getByRole('option', { name: 'Create Organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Organization' })
  await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3')

  // A blank submit silently does nothing; a click outside does not close; closing forgets what was typed.
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Organization Name').fill('Forgotten')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Organization: Northwind Boots' }).click()
  await page.getByRole('option', { name: 'Create Organization' }).click()
  await expect(dialog.getByLabel('Organization Name')).toHaveValue('')

  // While it is submitted nothing closes it.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/organizations', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/organizations')) posts.push(request.url())
  })
  await dialog.getByLabel('Organization Name').fill('  Southwind Shoes  ')
  await dialog.getByRole('button', { name: 'Create Organization' }).dblclick()
  await whileBusy(async () => {
    for (let press = 0; press < 3; press += 1) await dialog.getByLabel('Organization Name').press('Enter')
  })
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  await expect(page.getByText('Creating organization...')).toBeVisible()
  await whileBusy(() => pressEscape(page))
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  answer()
  await expect(page.getByText('Organization created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Organization: Southwind Shoes' })).toBeVisible()
  await expect(page).toHaveTitle('created Southwind Shoes')
  // Five submits made one.
  expect(posts).toHaveLength(1)

  // A page about one thing of an organization is left with it.
  await lectern(page).createKnowledgeBase('Laces')
  await lectern(page).switchTo('north')
  await expect(page.getByText('Switched to Northwind Boots')).toBeVisible()
  await expect(page).toHaveURL('/knowledge-bases')
  await expect(page.getByText('No knowledge bases yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
})

test('[S2.23] [S2.24] [S4.20] the sidebar and the theme stay as they were left', async ({
  page,
  context,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const width = () => nav.evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(width).toBeCloseTo(255, -1)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBeLessThan(50)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar')
  expect(cookie?.value).toBe('collapsed')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600)
  await page.reload()
  await expect.poll(width).toBeLessThan(50)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(20, 19, 15)')
  await page.reload()
  await expect.poll(background).toBe('rgb(20, 19, 15)')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBe(288)
  await drawer.getByRole('link', { name: 'Knowledge Bases' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge Bases' })).toBeVisible()
  await expect(drawer).toBeHidden()
})

test('[S2.10] [S2.11] [S2.15] [S2.18] [S4.8] addresses lead where they should', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/integrations')
  await page.goto('/apps')
  await expect(page).toHaveURL('/integrations')
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/integrations')
  for (const gone of ['/integrations/00000000-0000-4000-8000-000000000000', '/knowledge-bases/nothing']) {
    await page.goto(gone)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
  await lectern(page).logOut()
  await page.goto('/knowledge-bases?from=mail#top')
  await expect(page).toHaveURL(/\/login\?return=/)
})

test('everything is found by its name on Ctrl+K, done by its key, and both are told on ?', async ({
  page,
}) => {
  await lectern(page).createKnowledgeBase('Laces and soles')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search everything' })
  await search.fill('soles')
  await pressEscape(page)
  await page.keyboard.press('Control+k')
  await expect(search).toHaveValue('')
  await search.fill('integ')
  await expect(page.getByRole('option')).toHaveText([/Integrations/, 'Search conversations for “integ”'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/integrations')
  await page.keyboard.press('Control+k')
  await search.fill('soles lac')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Laces and soles', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('nothing like that')
  await expect(page.getByRole('option')).toHaveText(['Search conversations for “nothing like that”'])
  await search.fill('')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText('System')
  await pressEscape(page)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Knowledge Bases')).toBeVisible()
  await pressEscape(page)
  await expect(sheet).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await expect(page).toHaveURL('/knowledge-bases')
  // What is typed in a field is no shortcut.
  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  await page.getByLabel('Name').fill('')
  await page.keyboard.type('gi?')
  await expect(page.getByLabel('Name')).toHaveValue('gi?')
  await expect(page).toHaveURL('/knowledge-bases')
})
