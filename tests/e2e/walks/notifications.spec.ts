import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts'
import { READ_AFTER } from '../../../src/machines/notifications/notifications.types.ts'
import { NOTIFICATIONS_PAGE } from '../../../src/services/contract/notifications.ts'
import { notificationsModel } from '../../machines/notifications.model.ts'
import { notification } from '../../machines/samples.ts'
import { pressEscape } from '../escape.ts'
import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { type Network, type Stage, walkInBrowser } from './walk.ts'

type Snapshot = SnapshotFrom<typeof notificationsMachine>

const LIST = '/api/v1/notifications'
const COUNT = `${LIST}/unread-count`

const sockets = new WeakMap<Page, ScriptedSockets>()
/** The change that is on its way to the server, as `METHOD path`. */
const writing = new WeakMap<Page, string>()

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const items = (page: Page) => panel(page).getByRole('listitem')
const inPanel = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })

/** Headless pages are always visible; this one says whether somebody looks at it. */
const look = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const say = (page: Page, data: object) => sockets.get(page)?.say({ type: 'notification_update', data })

/** Only the newest is unread: whatever else is in view is looked at in vain. */
const firstPage = (size: number) =>
  Array.from({ length: size }, (_, place) => notification(100 - place, { read: place > 0 }))

const unreadOf = ({ context }: Snapshot) => context.items.filter(({ read }) => !read)
const isLookedAt = ({ context }: Snapshot) => context.seen.length > 0

/** One that is unread, at the top of a list that nothing else moves. */
const mayBeLookedAt = (snapshot: Snapshot) =>
  snapshot.matches({ panel: { open: 'ready' } }) &&
  !snapshot.matches({ count: 'due' }) &&
  unreadOf(snapshot).length === 1 &&
  snapshot.context.items[0]?.read === false

const CHANGES = ['live.arrived', 'live.deleted', 'notification.deleted']

const mayHappen = (snapshot: Snapshot, type: string, id: unknown) => {
  if (isLookedAt(snapshot)) return type === 'notification.hidden' || type === 'notification.seen'
  // A long list is there to be read to its end; a short one changes.
  if (CHANGES.includes(type) && snapshot.context.items.length > 2) return false
  // One change is sent after the other.
  if (snapshot.context.writes.length > 0) return type.startsWith('panel.')
  if (type === 'notification.shown') return mayBeLookedAt(snapshot)
  return type.startsWith('notification.') ? id !== 'unknown' : true
}

const answerWrite = ({ page, network }: Stage, reply: Parameters<Network['answer']>[0]) =>
  network.answer(reply, writing.get(page))

/** [S2.31] [S4.17] [S4.18] [S4.19] [S7.33] [S8.13] [S9.5] */
walkInBrowser({
  machine: notificationsMachine,
  model: {
    ...notificationsModel,
    events: (snapshot) =>
      notificationsModel.events(snapshot).filter((event) => mayHappen(snapshot, event.type, event.id)),
    answers: (snapshot) =>
      isLookedAt(snapshot)
        ? {}
        : {
            ...notificationsModel.answers?.(snapshot),
            loadPage: [
              firstPage(1),
              // Older ones than those are not there: the end would be reached again at once.
              ...(snapshot.matches({ panel: { open: 'loadingMore' } })
                ? []
                : [firstPage(NOTIFICATIONS_PAGE)]),
              new Error('offline'),
            ],
          },
    key: (snapshot) => [
      notificationsModel.key(snapshot),
      snapshot.context.items[0]?.id,
      Math.min(2, unreadOf(snapshot).length),
      snapshot.context.unread > 0,
    ],
  },
  holds: ({ path }) => path.startsWith(LIST),
  movesClock: true,
  open: async ({ page, server, gateway }) => {
    await page.clock.install()
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await page.addInitScript(() =>
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' }),
    )
    await page.goto('/login')
    const before = gateway.count(COUNT)
    await signedIn(page, server, 'Northwind Boots')
    // Once for itself, and once more when the live connection stands.
    await expect.poll(() => gateway.count(COUNT) - before).toBe(2)
  },
  does: {
    'panel.opened': ({ page }) => bell(page).click(),
    'panel.closed': ({ page }) => pressEscape(page),
    'filter.picked': ({ page }, { unreadOnly }) => inPanel(page, unreadOnly ? 'Unread' : 'All').click(),
    'end.reached': async ({ page }) => {
      await items(page).last().scrollIntoViewIfNeeded()
      await panel(page).hover()
      await page.mouse.wheel(0, 10_000)
      await look(page, 'visible')
      await expect(panel(page).getByRole('status', { name: 'Loading' })).toBeVisible()
      await look(page, 'hidden')
    },
    'retry.requested': ({ page }) => inPanel(page, 'Try Again').click(),
    'notification.shown': async ({ page }) => {
      await items(page).first().scrollIntoViewIfNeeded()
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
      await look(page, 'visible')
    },
    'notification.hidden': async ({ page }) => {
      await look(page, 'hidden')
      await page.clock.resume()
    },
    'notification.seen': async ({ page }) => {
      await expect(async () => {
        await page.clock.runFor(READ_AFTER)
        await expect(items(page).getByText('Unread')).toHaveCount(0, { timeout: 500 })
      }).toPass()
      await look(page, 'hidden')
      await page.clock.resume()
    },
    'notification.followed': ({ page }, { id }) =>
      inPanel(page, `Notification ${id.slice(1)}`).click({ position: { x: 5, y: 5 } }),
    'notification.deleted': ({ page }, { id }) =>
      inPanel(page, `Delete “Notification ${id.slice(1)}”`).click(),
    'all.read': ({ page }) => inPanel(page, 'Mark all as read').click(),
    'live.opened': async ({ page }) => {
      const live = sockets.get(page)!
      const before = live.dials()
      await live.end(1001)
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        expect(live.dials()).toBeGreaterThan(before)
      }).toPass()
    },
    'live.arrived': async ({ page }, event) => say(page, { action: 'new', notification: event.notification }),
    'live.read': async ({ page }, { id }) => say(page, { action: 'read', notificationId: id }),
    'live.readAll': async ({ page }) => say(page, { action: 'read_all' }),
    'live.deleted': async ({ page }, { id }) => say(page, { action: 'delete', notificationId: id }),
    'xstate.done.actor.loadPage': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${LIST}`),
    'xstate.error.actor.loadPage': ({ network }) => network.answer({ status: 500 }, `GET ${LIST}`),
    'xstate.done.actor.countUnread': ({ network }, { output }) =>
      network.answer({ body: { unread_count: output } }, `GET ${COUNT}`),
    'xstate.error.actor.countUnread': ({ network }) => network.answer({ status: 500 }, `GET ${COUNT}`),
    'xstate.done.actor.write': (stage) => answerWrite(stage, { body: { unread_count: 0 } }),
    'xstate.error.actor.write': (stage) => answerWrite(stage, { status: 500 }),
    // The moment passes by itself: the server is asked then.
    'xstate.after.countAfter.notifications.count.due': async () => {},
  },
  sees: {
    'notifications.panel.closed': ({ page }) => expect(panel(page)).toBeHidden(),
    'notifications.panel.open': async ({ page }, { context }) => {
      await expect(inPanel(page, 'Unread')).toHaveAttribute('aria-pressed', String(context.unreadOnly))
      await expect(items(page)).toHaveCount(context.items.length)
    },
    'notifications.panel.open.failed': ({ page }) =>
      expect(panel(page)).toContainText('Failed to load notifications'),
    'notifications.panel.open.loading': ({ page }) =>
      expect(panel(page).locator('[aria-busy=true]')).toBeVisible(),
    'notifications.count.counted': ({ page }, { context: { unread } }) =>
      expect(bell(page)).toHaveAccessibleName(`Notifications${unread > 0 ? `, ${unread} unread` : ''}`),
    'notifications.changes.sending': async ({ page }, { context: { writes } }) => {
      const [write] = writes
      writing.set(
        page,
        write?.kind === 'delete' ? `DELETE ${LIST}/${write.notification.id}` : `POST ${LIST}/mark-read`,
      )
    },
  },
})
