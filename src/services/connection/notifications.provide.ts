import { fromPromise } from 'xstate'
import { notificationsMachine } from '../../machines/connection/notifications/notifications.machine.ts'
import { NOTIFICATIONS_PAGE, type Notification } from '../contract/notifications.ts'
import { notifications } from '../contract/operations/notifications.ts'
import type { Http } from '../http/client.ts'
import { isUnknownCall, unlessGone } from '../http/errors.ts'
import { Anything } from '../wire/lenient.ts'
import { NotificationList } from '../wire/notifications.ts'

/** S7.notifications, S7.mark-read */
export const createNotificationsApi = (http: Http) => ({
  /** Newest first; `before` is the id of the last known one. */
  page: ({ unreadOnly, before }: { unreadOnly: boolean; before: string | null }, signal: AbortSignal) =>
    http.callAs(
      NotificationList,
      notifications.page,
      {},
      {
        query: { limit: NOTIFICATIONS_PAGE, unread_only: unreadOnly, before },
        signal,
      },
    ),
  /** For a server that does not count: the number on a page. */
  async countUnread(signal: AbortSignal) {
    try {
      return (await http.call(notifications.countUnread, {}, { signal })).unread_count
    } catch (error) {
      if (!isUnknownCall(error)) throw error
      return (await this.page({ unreadOnly: true, before: null }, signal)).filter(({ read }) => !read).length
    }
  },
  /** All of them if `ids` is empty. */
  markRead: (ids: readonly string[]) => http.callAs(Anything, notifications.markRead, {}, { body: [...ids] }),
  remove: (id: string) => http.callAs(Anything, notifications.remove, { id }).catch(unlessGone),
})

type NotificationsApi = ReturnType<typeof createNotificationsApi>

export const provideNotifications = (api: NotificationsApi) =>
  notificationsMachine.provide({
    actors: {
      loadPage: fromPromise(({ input, signal }): Promise<readonly Notification[]> => api.page(input, signal)),
      countUnread: fromPromise(({ signal }) => api.countUnread(signal)),
      write: fromPromise(async ({ input }) => {
        if (input.kind === 'delete') await api.remove(input.notification.id)
        else await api.markRead(input.kind === 'readAll' ? [] : input.ids)
      }),
    },
  })
