import { limited } from '../../harness/specified-backend/backend.ts'
import { pressEscape } from '../escape.ts'
import { whileBusy } from '../rest.ts'
import { expect, test } from './test.ts'

const OUTSIDE = 'Not found. It was deleted, or your server does not offer it.'

test('[S4.17] [S4.18] [S7.33] [S9.5] notifications come over the socket, twenty to a page, and are marked as read', async ({
  inside: page,
  backend,
}) => {
  await expect.poll(backend.sockets).toEqual(['/api/ws/organizations/o-1'])
  backend.notify(25)
  await expect(page.getByText('New notification received')).toBeVisible()
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toContainText('20')
  await bell.click()
  const items = page.getByRole('dialog').getByRole('listitem')
  await expect(items).toHaveCount(20)
  await items.last().scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => backend.world.notifications.every(({ read }) => read)).toBe(true)
  await expect(items).toHaveCount(20)
  // A server that knows no further page is asked for one once.
  expect(backend.asked.filter(({ query }) => query.includes('before=')).length).toBeLessThanOrEqual(1)
})

test('[S7.31] [spec 3] the token goes to the API alone, also with what the page itself asks for', async ({
  inside: page,
  backend,
}) => {
  const carried: string[] = []
  page.on('request', (request) => {
    if (request.headers().authorization) carried.push(new URL(request.url()).origin)
  })
  const before = backend.asked.length
  await page.goto('/integrations')
  await page.getByRole('button', { name: 'Organization: Northwind Boots' }).waitFor()
  expect(new Set(carried)).toEqual(new Set([backend.url]))
  const asked = backend.asked.slice(before).filter(({ call }) => call === 'GET /api/v1/organizations')
  expect(asked).toHaveLength(1)
})

test('[S2.17] [spec 4] the tabs of an assistant of which the server knows the name alone say that they are not offered', async ({
  inside: page,
}) => {
  for (const tab of ['', '/search', '/history', '/settings']) {
    await page.goto(`/integrations/i-1${tab}`)
    await expect(page.getByRole('main').getByText(OUTSIDE).first()).toBeVisible()
    await expect(page.getByText('Page Not Found')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Front desk')).toBeVisible()
  }
})

test('[43] the inbox says that a server without hand-over has none', async ({ inside: page }) => {
  await page.goto('/inbox')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(main.getByText(OUTSIDE)).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expect(main.getByRole('link')).toHaveCount(0)
})

test('[S8.3] [S2.42] [spec 6] a dialog whose answer is a long wait can be left at once', async ({
  inside: page,
  backend,
}) => {
  backend.answer('POST /api/v1/organizations', limited(60))
  await page.getByRole('button', { name: 'Organization: Northwind Boots' }).click()
  await page.getByText('Create Organization').click()
  const dialog = page.getByRole('dialog', { name: 'Create New Organization' })
  await dialog.getByLabel('Organization Name').fill('Eastwind Gloves')
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(dialog.getByText('Please wait 60 seconds')).toBeVisible()
  await whileBusy(() => dialog.getByRole('button', { name: 'Cancel' }).click())
  await expect(dialog).toBeHidden()
})

test('[S3.2] [S3.3] a profile is saved; a photo and a logo of any host are shown, or initials', async ({
  inside: page,
  backend,
}) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await page.route('https://pictures.example/*.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
  backend.world.user.profile_picture_url = 'https://pictures.example/ada.svg'
  backend.world.organizations[0]!.logo_url = 'https://pictures.example/boots.svg'
  backend.world.organizations[1]!.logo_url = '/static/missing.png'
  await page.goto('/profile')
  const shown = (source: string) =>
    page
      .locator(`img[src^="${source}"]`)
      .first()
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(await shown('https://pictures.example/ada.svg')).toBe(8)
  expect(await shown('https://pictures.example/boots.svg')).toBe(8)
  await page.getByRole('button', { name: 'Organization: Northwind Boots' }).click()
  await expect(page.getByRole('option', { name: /Southwind Hats/ }).locator('img')).toHaveCount(0)
  await pressEscape(page)

  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: /Save/ }).click()
  await expect.poll(() => backend.world.user.first_name).toBe('Augusta')
  await expect(page.getByRole('button', { name: 'Your account' })).toContainText('Augusta')
})

test('[S1.3] [S2.20] [S2.21] [S2.22] the sidebar and the menu have what the specification names, in its order', async ({
  inside: page,
}) => {
  const main = page.getByRole('navigation', { name: 'Main' })
  const links = () =>
    main
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
  await expect.poll(links).toEqual([
    ['Chat', '/chat'],
    ['Conversations', '/conversations'],
    ['Usage', '/usage'],
    ['Source Analytics', '/analytics'],
    ['Integrations', '/integrations'],
    ['Knowledge Bases', '/knowledge-bases'],
    ['Settings', '/settings'],
  ])
  const text = (await main.innerText()).split('\n').filter((line) => line.trim() !== '')
  const places = ['BETA', 'Analytics', 'Conversations', 'Configuration', 'Integrations', 'Send feedback'].map(
    (label) => text.indexOf(label),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((one, other) => one - other))

  await page.getByRole('button', { name: 'Your account' }).click()
  const named = ['Profile', 'Organization', 'Subscription', 'Light', 'Dark', 'System', 'Log out']
  const items = async () =>
    (await page.getByRole('menuitem').allInnerTexts()).filter((item) => named.includes(item))
  await expect.poll(items).toEqual(named)
  await pressEscape(page)

  await page.goto('/integrations/i-1')
  await expect(main.getByRole('link', { name: 'Main Menu' })).toBeVisible()
  await expect.poll(links).toEqual([
    ['Main Menu', '/integrations'],
    ['Playground', '/integrations/i-1'],
    ['Search', '/integrations/i-1/search'],
    ['Chat History', '/integrations/i-1/history'],
    ['Settings', '/integrations/i-1/settings'],
  ])
})

test('[S2.14] what S7 has no call for says so, in its place and inside the shell', async ({
  inside: page,
}) => {
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const name of [
    'Integrations',
    'Knowledge Bases',
    'Chat',
    'Conversations',
    'Usage',
    'Source Analytics',
  ]) {
    await main.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByText(OUTSIDE).first()).toBeVisible()
    await expect(page.getByText('Page Not Found')).toBeHidden()
  }
})

test('[S4.22] a screen that cannot be drawn leaves the shell, and another screen is a click away', async ({
  inside: page,
}) => {
  await page.route('**/assets/usage-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const compose = () => () => { if (!window.isMended) throw new Error("broken on purpose"); return "Mended" }',
    }),
  )
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Usage' }).click()
  const broken = page.getByRole('heading', { name: 'Something went wrong' })
  await expect(broken).toBeVisible()
  await main.getByRole('link', { name: 'Knowledge Bases' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(broken).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isMended: true }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Mended')).toBeVisible()
})
