import type { Page } from '@playwright/test'
import { toastsMachine } from '../../../src/machines/toasts/toasts.machine.ts'
import { notification } from '../../machines/samples.ts'
import { toastsModel } from '../../machines/toasts.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { walkInBrowser } from './walk.ts'

const sockets = new WeakMap<Page, ScriptedSockets>()
const toasts = (page: Page) => page.locator('[data-sonner-toast]:not([data-removed=true])')

/** What is told to the person is requested by something that arrives. */
const arriving = (n: number) => ({
  type: 'toast.requested',
  toast: { id: `notification-n${n}`, type: 'info', message: 'New notification received' },
})

/** [S3.10] [S4.5] [S8.1] [S8.2] */
walkInBrowser({
  machine: toastsMachine,
  model: {
    ...toastsModel,
    events: (snapshot) => {
      const { toasts: shown, count } = snapshot.context
      const [toast] = shown
      return [
        ...(shown.length === 0 ? [arriving(count + 1)] : []),
        ...(toast && shown.length === 1 ? [{ type: 'toast.closed', id: toast.id }] : []),
        ...(toast?.id.startsWith('notification-') && shown.length === 1
          ? [{ type: 'toast.followed', id: toast.id }]
          : []),
        ...toastsModel.events(snapshot).filter(({ type }) => type === 'rate.limited'),
      ]
    },
    key: (snapshot) => [toastsModel.key(snapshot), Math.min(4, snapshot.context.count)],
  },
  holds: ({ method, path }) => method === 'PATCH' && path === '/api/v1/users/me',
  open: async ({ page, server }) => {
    // While nobody looks, no message goes by itself.
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/profile')
    await expect(page.getByLabel('First name')).toBeVisible()
  },
  does: {
    'toast.requested': async ({ page }, { toast }) => {
      const n = Number(toast.id.replace('notification-n', ''))
      await sockets
        .get(page)
        ?.say({ type: 'notification_update', data: { action: 'new', notification: notification(n) } })
    },
    'toast.followed': async ({ page }) => {
      await toasts(page).getByRole('button', { name: 'Open' }).click()
      await expect(page).not.toHaveURL(/profile/)
      await page.goBack()
    },
    // Swiped away, once it has come to rest.
    'toast.closed': async ({ page }) => {
      await toasts(page).hover()
      const box = (await toasts(page).boundingBox())!
      const y = box.y + box.height / 2
      await page.mouse.down()
      await page.mouse.move(box.x + box.width, y, { steps: 4 })
      await page.mouse.move(box.x + 2 * box.width, y, { steps: 4 })
      await page.mouse.up()
    },
    'rate.limited': async ({ page, network }, { message, suggestions }) => {
      await page.getByLabel('First name').fill(`Ada ${crypto.randomUUID().slice(0, 4)}`)
      await page.getByLabel('Last name').fill('Holm')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await network.answer({
        status: 429,
        body: { error: 'x', message, retry_after: 1, retry_message: message, suggestions },
      })
    },
    // The second passes by itself.
    'xstate.after.suggestionsDelay.toasts.advising': async () => {},
  },
  sees: {
    'toasts.open': async ({ page }, { context }) => {
      await expect(toasts(page)).toHaveCount(context.toasts.length)
      for (const { message } of context.toasts)
        await expect(toasts(page).filter({ hasText: message })).toHaveCount(1)
    },
    'toasts.advising': ({ page }) => expect(toasts(page).filter({ hasText: 'Rate limit' })).toHaveCount(1),
  },
})
