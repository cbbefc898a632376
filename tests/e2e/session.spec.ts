import type { Page } from '@playwright/test'
import { countAtRest, expect, type Gateway, passedSinceRest, test } from './gateway.ts'
import { joined, registered, storeTokens } from './models/accounts.ts'
import { desk } from './models/desk.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { whileBusy } from './rest.ts'

const REFRESH = '/api/v1/refresh'
const EXPIRED = 'Your session has expired. Please log in again.'

async function enter(page: Page) {
  const person = newPerson()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  return { person, user }
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    access: localStorage.getItem('token'),
    refresh: localStorage.getItem('refreshToken'),
  }))
const NOTHING = { access: null, refresh: null }

/** Headless pages are always visible; this one says what the test wants. */
const look = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** No tab is renewing tokens. */
const renewed = (page: Page) =>
  expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0)

const refused = { status: 400, body: { detail: 'Please log in again.', code: 'invalid_token' } }
const isRefresh = ({ path }: { path: string }) => path === REFRESH

/** Of the organization and of the knowledge base that is shown. */
const SOCKETS = 2
const openSockets = ({ dials }: Gateway) => dials.filter(({ closed }) => closed === null)

test('[A6] [S2.2] [S4.7] [S4.8] an expired session says so once, asks for nothing more, and log-in leads back', async ({
  page,
  gateway,
}) => {
  await page.clock.install()
  const { person, user } = await enter(page)
  await page.goto('/knowledge-bases?from=mail#top')
  await expect(page.getByRole('heading', { name: 'Knowledge Bases' })).toBeVisible()
  gateway.answer((passing) => (isRefresh(passing) ? refused : null))
  await page.clock.fastForward('20:00')
  await expect(page).toHaveURL(
    `/login?session_expired=true&return=${encodeURIComponent('/knowledge-bases?from=mail#top')}`,
  )
  await expect(page.getByText(EXPIRED)).toHaveCount(1)
  expect(await stored(page)).toEqual(NOTHING)
  expect(await countAtRest(page, gateway, REFRESH)).toBe(1)
  expect(gateway.passed.at(-1)?.path).toBe(REFRESH)

  gateway.answer(() => null)
  await user.logIn(person)
  await expect(page).toHaveURL('/knowledge-bases?from=mail#top')
})

test('[S4.6] whoever logs in after an expired session does not find what was typed before it', async ({
  page,
  gateway,
  server,
}) => {
  await page.clock.install()
  const ben = newPerson()
  const { id, client, organizationId } = await desk(page, server.url, 'Payroll', {
    name: 'pay.md',
    content: 'Salaries are paid on the last day of the month.',
  })
  await joined(server.url, client, organizationId, ben)
  const question = page.getByLabel('Your question')
  await page.goto(`/chat?assistant=${id}`)
  await question.fill('What is the severance pay of Ben?')
  gateway.answer((passing) => (isRefresh(passing) ? refused : null))
  await page.clock.fastForward('20:00')
  await expect(page.getByText(EXPIRED)).toBeVisible()

  gateway.answer(() => null)
  await lectern(page).logIn(ben)
  await expect(page.getByRole('heading', { name: 'Payroll' })).toBeVisible()
  await expect(question).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('severance')
})

test('[S4.8] a question that is asked when the session has just ended is there after log-in', async ({
  page,
  gateway,
  server,
}) => {
  const { id, person } = await desk(page, server.url, 'Returns', {
    name: 'returns.md',
    content: 'Boots can be returned within thirty days.',
  })
  const question = page.getByLabel('Your question')
  await page.goto(`/chat?assistant=${id}`)
  await question.fill('How long can boots be returned?')
  gateway.answer((passing) => {
    if (isRefresh(passing)) return refused
    return passing.path.endsWith('/messages')
      ? { status: 401, body: { detail: 'Please log in again.' } }
      : null
  })
  await question.press('Enter')
  await expect(page.getByText(EXPIRED)).toBeVisible()

  gateway.answer(() => null)
  await lectern(page).logIn(person)
  await expect(question).toHaveValue('How long can boots be returned?')
  await question.press('Enter')
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('thirty days')
  await page.goto(`/chat?assistant=${id}`)
  await expect(page.getByRole('heading', { name: 'Returns' })).toBeVisible()
  await expect(question).toHaveValue('')
})

test('[A13] [A14] a tab that slept or was hidden renews its tokens first, once, and then reads again', async ({
  page,
  gateway,
}) => {
  await page.clock.install()
  const { user } = await enter(page)
  await user.createKnowledgeBase('Handbooks')
  await expect.poll(() => openSockets(gateway).length).toBe(SOCKETS)
  await expect(page.getByText('No documents yet.')).toBeVisible()
  const before = await stored(page)

  const passed = await passedSinceRest(page, gateway)
  gateway.cut()
  await page.clock.fastForward('08:00:00')
  await look(page, 'visible')
  await expect.poll(() => openSockets(gateway).length).toBe(SOCKETS)
  await expect.poll(() => passed().some(({ path }) => path.endsWith('/documents/search'))).toBe(true)
  const after = await stored(page)
  expect(passed()[0]?.path).toBe(REFRESH)
  expect(await countAtRest(page, gateway, REFRESH)).toBe(1)
  expect(gateway.statuses).not.toContain(401)
  expect(openSockets(gateway).map(({ token }) => token)).toEqual([after.access, after.access])
  expect(after.access).not.toBe(before.access)

  await look(page, 'hidden')
  for (let minute = 0; minute < 30; minute += 1) {
    await page.clock.runFor('01:00')
    await renewed(page)
  }
  const hidden = await countAtRest(page, gateway, REFRESH)
  expect(hidden - 1).toBeGreaterThanOrEqual(2)
  expect(hidden - 1).toBeLessThanOrEqual(3)
  // The browser froze the timers of the hidden tab: only the clock on the wall went on.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 12 * 60_000)
  expect(await countAtRest(page, gateway, REFRESH)).toBe(hidden)
  await look(page, 'visible')
  await expect.poll(() => gateway.count(REFRESH)).toBe(hidden + 1)
})

// What is shown so long after the person came back.
for (const [way, later] of [
  ['Try Now', 20_000],
  ['Try Again', 70_000],
] as const)
  test(`[session, seen beside 1] who comes back while the server is away is told so, and gets in by ${way} once it is back`, async ({
    page,
    gateway,
  }) => {
    await page.clock.install()
    await enter(page)
    await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
    gateway.answer(({ path }) => (path.startsWith('/api/') ? { fault: 'reset' } : null))
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 20 * 60_000)
    await whileBusy(() => page.reload())
    const away = page.getByText('The server cannot be reached. Lectern keeps trying.')
    await expect(away).toBeVisible()

    // The next try is a while away: pressing the button does not wait for it.
    const then = (await page.evaluate(() => Date.now())) + later
    await whileBusy(() => page.clock.pauseAt(then))
    await expect(page.getByRole('button', { name: way })).toBeVisible()
    gateway.answer(() => null)
    await whileBusy(() => page.getByRole('button', { name: way }).click())
    await page.clock.resume()
    await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
    await expect(away).toBeHidden()
  })

test('[A24] with the server down, Log out takes effect at once and leaves nothing for the next person', async ({
  page,
  gateway,
}) => {
  const bob = newPerson()
  await lectern(page).register(bob)
  await lectern(page).nameOrganization('Southwind Hats')
  await lectern(page).logOut()
  // While the server is up, it may be the first to end Bob's socket.
  const bobs = gateway.dials.length

  const { user } = await enter(page)
  await user.createKnowledgeBase('Secret recipes')
  await expect.poll(() => openSockets(gateway).length).toBe(SOCKETS)
  gateway.answer(({ path }) => (path.startsWith('/api/') ? { fault: 'reset' } : null))
  await user.logOut()
  expect(await stored(page)).toEqual(NOTHING)
  await expect.poll(() => gateway.dials.slice(bobs).map(({ closed }) => closed)).toEqual([1000, 1000])
  await expect(page).toHaveURL('/login')

  gateway.answer(() => null)
  const passed = await passedSinceRest(page, gateway)
  await user.logIn(bob)
  await expect(page.getByRole('button', { name: 'Organization: Southwind Hats' })).toBeVisible()
  await page.getByRole('link', { name: 'Knowledge Bases', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeVisible()
  await expect(page.getByText('Secret recipes')).toBeHidden()
  const { access } = await stored(page)
  expect(passed().every(({ token }) => token === null || token === access)).toBe(true)
})

test('[A26] [A29] what becomes of the session in one tab is followed by the other', async ({
  page,
  context,
  gateway,
  server,
}) => {
  const { person, user } = await enter(page)
  await user.createKnowledgeBase('Handbooks')
  await expect.poll(() => openSockets(gateway).length).toBe(SOCKETS)
  const other = await context.newPage()
  await other.goto('/integrations')
  await expect(other.getByRole('heading', { name: 'Integrations' })).toBeVisible()

  // Sign-out.
  await lectern(other).logOut()
  const passed = await passedSinceRest(other, gateway)
  await expect(page).toHaveURL(/\/login\?return=/)
  await expect.poll(() => openSockets(gateway).length).toBe(0)
  expect(passed().filter(({ token }) => token !== null)).toEqual([])

  // Log-in.
  await lectern(other).logIn(person)
  await expect(other.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Handbooks', level: 1 })).toBeVisible()

  // localStorage.clear()
  await other.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL(/\/login\?return=/)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)

  // Somebody else, in place of the one before.
  await lectern(other).logIn(person)
  await expect(page.getByRole('heading', { name: 'Handbooks', level: 1 })).toBeVisible()
  const bob = await registered(server.url, 'Southwind Hats')
  const first = await stored(page)
  await storeTokens(other, bob.tokens)
  await expect(page.getByRole('button', { name: 'Organization: Southwind Hats' })).toBeVisible()
  await expect(page.getByText('Handbooks')).toBeHidden()
  const mixed = gateway.passed.filter(
    ({ path, token }) =>
      (path.includes(bob.organizationId) && token === first.access) ||
      (token === bob.tokens.access_token &&
        /organizations\/./.test(path) &&
        !path.includes(bob.organizationId)),
  )
  expect(mixed).toEqual([])
})

test('[A22] where the browser keeps nothing, one can log in and work in this tab', async ({ page }) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const { user } = await enter(page)
  await user.createKnowledgeBase('Handbooks')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' }).click()
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  await user.logOut()
})

test('[S4.8] [S2.10] log-in and registration lead to where one was going, with query and hash', async ({
  page,
}) => {
  const { person, user } = await enter(page)
  await user.logOut()
  const path = '/knowledge-bases?from=mail&x=%C3%A4#top'
  await page.goto(path)
  await user.logIn(person)
  await expect(page).toHaveURL(path)
  await user.logOut()
  await page.goto(path)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await user.fillRegistration(newPerson())
  await expect(page).toHaveURL(path)
})

test('[S4.6] after Log out nothing of the person is left in the browser', async ({ page }) => {
  const { person, user } = await enter(page)
  const kept = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).sort())
  await expect.poll(kept).toEqual(expect.arrayContaining(['currentOrganization', 'token', 'writing']))
  await page.getByRole('button', { name: 'Dismiss for today' }).click()
  await expect.poll(kept).toContain('trialBannerDismissed')
  await user.logOut()
  await expect
    .poll(async () => (await kept()).filter((key) => !['theme', 'scrollPositions', 'fonts'].includes(key)))
    .toEqual([])
  await user.logIn(person)
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
})
