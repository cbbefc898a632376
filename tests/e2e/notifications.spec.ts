import type { APIRequestContext, Page } from '@playwright/test'
import { pressEscape } from './escape.ts'
import { signedIn } from './models/accounts.ts'
import { openListening } from './models/elsewhere.ts'
import { lectern, newPerson, type Person } from './models/lectern.ts'
import { atRest } from './rest.ts'
import { expect, test } from './test.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const items = (page: Page) => panel(page).getByRole('listitem')
/** Long enough that the first is not ready before the last has arrived: they are told together. */
const PARAGRAPHS = 200
const handbook = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(
    Array.from(
      { length: PARAGRAPHS },
      (_, n) => `${name}, ${n}: boots are repaired while we make them.`,
    ).join('\n\n'),
  ),
})

/** Somebody signs in as the person from browsers that were never seen: each is told once. */
async function signInFrom(request: APIRequestContext, person: Person, count: number) {
  for (let n = 0; n < count; n += 1)
    await request.post('/api/v1/login', {
      headers: { 'user-agent': `Firefox/1 (Linux) ${'x'.repeat(n + 1)}` },
      form: { username: person.email, password: person.password },
    })
}

test('[S2.31] [S4.17] [S4.19] [S1.3] documents are ready: the bell says so in every tab, until it was read', async ({
  page,
  context,
  server,
}) => {
  const user = lectern(page)
  // While nobody looks, no message goes by itself: one tab is read after the other.
  await context.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
  await signedIn(page, server.url, 'Northwind Boots')
  await bell(page).click()
  await expect(panel(page).getByText('No notifications yet.')).toBeVisible()
  await pressEscape(page)
  await user.createKnowledgeBase('Repairs')
  const other = await context.newPage()
  await openListening(other, '/integrations')
  await expect(bell(other)).toHaveAccessibleName('Notifications')

  await user.addDocuments(handbook('a.txt'), handbook('b.txt'), handbook('c.txt'))
  const tabs = [page, other]
  await Promise.all(tabs.map((tab) => expect(tab.getByText('New notification received')).toHaveCount(1)))
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')

  await bell(other).click()
  await expect(items(other)).toHaveCount(1)
  await expect(items(other)).toContainText('3 documents are ready')
  await expect(items(other).getByRole('img', { name: 'Success' })).toBeVisible()
  await expect(items(other).getByText('Unread')).toBeHidden()
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('Notifications')

  // By the keyboard: the item leads to what it is about, and the panel is closed.
  await other.getByRole('button', { name: '3 documents are ready', exact: true }).focus()
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Repairs', level: 1 })).toBeVisible()
  await expect(panel(other)).toBeHidden()

  await bell(other).click()
  const deleted = other.waitForResponse((response) => response.request().method() === 'DELETE')
  // [ux 32] without a second pair of quotation marks.
  await other.getByRole('button', { name: 'Delete notification: 3 documents are ready' }).click()
  await expect(panel(other).getByText('No notifications yet.')).toBeVisible()
  await deleted
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Repairs', level: 1 })).toBeVisible()
  await bell(other).click()
  await expect(panel(other).getByText('No notifications yet.')).toBeVisible()
})

test('[A36] [A41] [A44] says that it is not connected, and after Reconnect shows what was missed, once each', async ({
  page,
  request,
}) => {
  const person = newPerson()
  await page.clock.install()
  let refused = false
  let cut = () => {}
  await page.routeWebSocket(/\/api\/ws\//, (socket) => {
    if (refused) return void socket.close({ code: 1011 })
    const server = socket.connectToServer()
    cut = () => {
      void server.close()
      void socket.close({ code: 1011 })
    }
  })
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  await signInFrom(request, person, 1)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')

  refused = true
  cut()
  await bell(page).click()
  await expect(panel(page).getByText('Reconnecting…')).toBeVisible()
  await expect(items(page)).toHaveCount(1)
  // The list is read when it is opened: what it shows from now on was missed.
  await atRest(page)
  await signInFrom(request, person, 4)
  await expect(async () => {
    await page.clock.runFor(40_000)
    await expect(panel(page).getByText('Live updates are off.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(items(page)).toHaveCount(1)

  refused = false
  await panel(page).getByRole('button', { name: 'Reconnect' }).click()
  await expect(items(page)).toHaveCount(4)
  await expect(panel(page).getByText('Live updates are off.')).toBeHidden()
  await pressEscape(page)
})
