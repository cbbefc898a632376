import { fromPromise } from 'xstate'
import { notificationsMachine } from '../machines/notifications/notifications.machine.ts'
import { linkOf } from '../machines/notifications/notifications.selectors.ts'
import type { Write } from '../machines/notifications/notifications.types.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import type { Notification } from './contract/notifications.ts'
import type { NotificationsApi } from './notifications-api.ts'

interface Services {
  api: NotificationsApi
  showToast: (toast: ToastRequest) => void
  /** Makes the organization the current one first, where it is not. */
  openIn: (organizationId: string | null, path: string) => void
}

export const provideNotifications = ({ api, showToast, openIn }: Services) =>
  notificationsMachine.provide({
    actors: {
      loadPage: fromPromise(
        ({
          input,
          signal,
        }: {
          input: { unreadOnly: boolean; before: string | null }
          signal: AbortSignal
        }): Promise<readonly Notification[]> => api.page(input, signal),
      ),
      countUnread: fromPromise(({ signal }) => api.countUnread(signal)),
      write: fromPromise(async ({ input }: { input: Write }) => {
        if (input.kind === 'delete') await api.remove(input.notification.id)
        else await api.markRead(input.kind === 'readAll' ? [] : input.ids)
      }),
    },
    actions: {
      showToast: (_, toast) => showToast(toast),
      follow: (_, notification) => {
        const path = linkOf(notification)
        if (path !== null) openIn(notification.organization_id ?? null, path)
      },
    },
  })
