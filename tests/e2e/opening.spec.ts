import type { Page } from '@playwright/test'
import { jwt } from '../harness/session-world.ts'
import { pressEscape } from './escape.ts'
import { countAtRest, expect, passedSinceRest, test } from './gateway.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { atRest, whileBusy } from './rest.ts'

const REFRESH = '/api/v1/refresh'
const LIST = '/api/v1/organizations'

async function enter(page: Page) {
  const person = newPerson()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  return { person, user }
}

const keep = (page: Page, access: string, refresh: string) =>
  page.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem('refreshToken', refreshToken ?? '')
      localStorage.setItem('token', token ?? '')
    },
    [access, refresh],
  )
const kept = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')])

test('[A1] [A15] [S3.1] [S4.1] a tab opened again renews its tokens before anything else and never shows log-in', async ({
  page,
  gateway,
}) => {
  await page.clock.install()
  await enter(page)
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  // What the page before asked for has passed: from here on everything is of the tab opened again.
  await page.goto('/config.js')
  const passed = await passedSinceRest(page, gateway)
  await page.clock.setSystemTime(Date.now() + 8 * 3600_000)
  await page.goto('/knowledge-bases')
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeVisible()
  expect(passed()[0]?.path).toBe(REFRESH)
  expect(gateway.statuses).not.toContain(401)
  expect(seen).not.toContain('/login')

  // The server no longer takes the token: whatever the page asks for at once is renewed for once.
  const [rejected] = await kept(page)
  await page.goto('/config.js')
  const refreshes = await countAtRest(page, gateway, REFRESH)
  const refused = { status: 401, body: { detail: 'Please log in again.', code: 'unauthorized' } }
  gateway.answer(({ token }) => (token === rejected ? refused : null))
  await page.goto('/knowledge-bases')
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
  expect(await countAtRest(page, gateway, REFRESH)).toBe(refreshes + 1)
  expect(seen).not.toContain('/login')
})

test('[A16] [A19] [S4.1] what is no session any more leads to log-in, without a call', async ({
  page,
  gateway,
}) => {
  // An address without the app, which would look at the tokens as they are written.
  await page.goto('/config.js')
  const now = Math.floor(Date.now() / 1000)
  const over = { sub: 'ada', iat: now - 7200, exp: now - 3600 }
  await keep(page, jwt(over), jwt(over))
  await page.goto('/knowledge-bases')
  await expect(page).toHaveURL(/\/login\?session_expired=true&return=/)
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
  expect(await kept(page)).toEqual([null, null])
  await keep(page, 'a.b.c', 'a.b.c')
  await page.goto('/knowledge-bases')
  await expect(page).toHaveURL(/\/login\?return=/)
  await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
  expect(await kept(page)).toEqual([null, null])
  expect(gateway.passed).toEqual([])
})

test('[A35] [S7.34] [S8.4] what the list of organizations answers decides where one is', async ({
  page,
  gateway,
}) => {
  const { person, user } = await enter(page)
  const list = (status: number, body: unknown) =>
    gateway.answer(({ method, path }) => (method === 'GET' && path === LIST ? { status, body } : null))

  list(502, '<html>Bad gateway</html>')
  await page.reload()
  await expect.poll(() => gateway.count(LIST)).toBeGreaterThan(1)
  await expect(page).toHaveURL('/integrations')
  expect((await kept(page))[0]).not.toBeNull()

  list(200, [])
  await page.reload()
  await expect(page.getByLabel('Organization Name')).toBeVisible()

  list(200, '<html>Log in to the hotel</html>')
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  expect(await kept(page)).toEqual([null, null])

  gateway.answer(() => null)
  await user.logIn(person)
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
})

test('[S1.3] [S2.31] a press begun, and the focus, stay while the code of what is pressed comes, and the strips above it', async ({
  page,
}) => {
  // So narrow that each strip has a row of its own.
  await page.setViewportSize({ width: 1000, height: 800 })
  await enter(page)
  const bell = page.getByRole('button', { name: 'Notifications' })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await expect(page.getByRole('complementary', { name: 'Trial' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Email address' })).toBeVisible()
  await page.route(/over-page\.parts|users\/me$|system$|subscription\/current/, async (route) => {
    await arrived
    await route.continue()
  })
  const code = page.waitForRequest(/over-page\.parts/)
  await whileBusy(async () => {
    await page.reload()
    await code
    await bell.focus()
    await bell.hover()
    await page.mouse.down()
  })
  arrive()
  await atRest(page)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await pressEscape(page)
  await expect(bell).toBeFocused()
})
