import * as z from 'zod/mini'
import { NOTIFICATIONS_PAGE, NotificationList, UnreadCount } from './contract/notifications.ts'
import type { Http } from './http/client.ts'

/** S7.notifications, S7.mark-read */
export const createNotificationsApi = (http: Http) => ({
  /** Newest first; `before` is the id of the last one that is known. */
  page: ({ unreadOnly, before }: { unreadOnly: boolean; before: string | null }, signal: AbortSignal) => {
    const query = `limit=${NOTIFICATIONS_PAGE}&unread_only=${unreadOnly}${before ? `&before=${before}` : ''}`
    return http.json(NotificationList, `/api/v1/notifications?${query}`, { signal })
  },
  countUnread: async (signal: AbortSignal) =>
    (await http.json(UnreadCount, '/api/v1/notifications/unread-count', { signal })).unread_count,
  /** All of them when `ids` is empty. */
  markRead: (ids: readonly string[]) =>
    http.json(z.unknown(), '/api/v1/notifications/mark-read', { method: 'POST', body: ids }),
  remove: (id: string) => http.json(z.unknown(), `/api/v1/notifications/${id}`, { method: 'DELETE' }),
})

export type NotificationsApi = ReturnType<typeof createNotificationsApi>
