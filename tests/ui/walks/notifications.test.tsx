import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notificationsMachine } from '../../../src/machines/connection/notifications/notifications.machine.ts'
import { toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts'
import { NotificationBell } from '../../../src/ui/shell/notifications/notification-bell.tsx'
import { look } from '../../harness/look.ts'
import { notificationsModel } from '../../machines/notifications.model.ts'
import { toastsModel } from '../../machines/shell.model.ts'
import { walkView } from './walk.tsx'

const bell = () => page.getByRole('button', { name: /^Notifications/ })
const panel = () => page.getByRole('dialog', { name: 'Notifications' })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const items = () => panel().getByRole('listitem')

/** [S2.31] [S4.17] [S4.18] [S4.19] [S7.33] [S8.13] [S9.5] */
walkView({
  machine: notificationsMachine,
  model: {
    ...notificationsModel,
    events: (snapshot) =>
      notificationsModel
        .events(snapshot)
        .filter((event) => event.type !== 'all.read' || snapshot.can(event as never)),
  },
  scene: (notifications) => ({ view: <NotificationBell />, logic: { notifications } }),
  begin: async () => look('hidden'),
  // Nobody looks: what is in view and how long is told by the walk, as the live connection's news are.
  heard: [
    'end.reached',
    'notification.shown',
    'notification.hidden',
    'notification.seen',
    'live.opened',
    'live.arrived',
    'live.read',
    'live.readAll',
    'live.deleted',
    'change.settled',
  ],
  does: {
    'panel.opened': () => bell().click(),
    'panel.closed': () => userEvent.keyboard('{Escape}'),
    'filter.picked': ({ unreadOnly }) => inPanel(unreadOnly ? 'Unread' : 'All').click(),
    'retry.requested': () => inPanel('Try Again').click(),
    'notification.followed': async (event, { actor }) => {
      // From a toast, too, about one that the list does not hold.
      if (event.id === 'unknown') return actor().send(event)
      await inPanel(`Notification ${event.id.slice(1)}`).click({ position: { x: 5, y: 5 } })
    },
    'notification.deleted': async (event, { actor }) => {
      if (event.id === 'unknown') return actor().send(event)
      await inPanel(`Delete notification: Notification ${event.id.slice(1)}`).click()
    },
    'all.read': () => inPanel('Mark all as read').click(),
  },
  sees: {
    'notifications.panel.closed': () => expect.element(panel()).not.toBeInTheDocument(),
    'notifications.panel.open': async ({ context }) => {
      await expect.element(inPanel('Unread')).toHaveAttribute('aria-pressed', String(context.unreadOnly))
      await expect.poll(() => items().all().length).toBe(context.items.length)
    },
    'notifications.panel.open.failed': () => expect.element(inPanel('Try Again')).toBeVisible(),
    'notifications.panel.open.refused': async () => {
      await expect.element(panel()).toMatchTextContent('Failed to load notifications')
      await expect.element(inPanel('Try Again')).not.toBeInTheDocument()
    },
    'notifications.panel.open.loading': () =>
      expect.poll(() => panel().element().querySelectorAll('[aria-busy=true]').length).toBe(1),
    'notifications.count.counted': ({ context: { unread } }) =>
      expect
        .element(page.getByRole('main').getByRole('button').first())
        .toHaveAccessibleName(`Notifications${unread > 0 ? `, ${unread} unread` : ''}`),
  },
})

const shown = () => [...document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])')]

/** [S3.10] [S4.5] [S8.1] [S8.2] */
walkView({
  machine: toastsMachine,
  model: {
    ...toastsModel,
    // What is not shown is neither closed nor followed.
    events: ({ context, ...snapshot }) =>
      toastsModel
        .events({ context, ...snapshot } as never)
        .filter(({ type, id }) =>
          ['toast.closed', 'toast.followed'].includes(type)
            ? context.toasts.some((toast) => toast.id === id)
            : true,
        ),
  },
  scene: (toasts) => ({ view: <h1>Messages</h1>, logic: { toasts } }),
  // A message that nobody looks at stays, so that the walk alone decides when one goes.
  begin: async () => look('hidden'),
  heard: ['toast.requested', 'rate.limited', 'toast.followed', 'toast.closed', 'person.left'],
  does: {},
  sees: {
    'toasts.open': async ({ context }) => {
      await expect.poll(() => shown().length).toBe(context.toasts.length)
      for (const { message } of context.toasts)
        expect(shown().filter(({ textContent }) => textContent?.includes(message))).toHaveLength(1)
    },
    'toasts.advising': () => expect.poll(() => shown().length).toBeGreaterThan(0),
  },
})
