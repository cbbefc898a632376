import { fromPromise } from 'xstate'
import { notificationsMachine } from '../../machines/connection/notifications/notifications.machine.ts'
import type { Write } from '../../machines/connection/notifications/notifications.types.ts'
import type { Notification } from '../contract/notifications.ts'
import type { NotificationsApi } from './notifications-api.ts'

export const provideNotifications = (api: NotificationsApi) =>
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
  })
