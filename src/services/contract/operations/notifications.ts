import { MarkRead, NotificationList, NotificationQuery, UnreadCount } from '../notifications.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'
import { MANAGE, OWN, READ } from './phrases.ts'

/** Notifications (S7.notifications, S7.mark-read). */
export const notifications = {
  page: operation('GET /api/v1/notifications', NotificationList, {
    summary: 'List your notifications',
    who: 'self',
    keys: READ,
    personal: true,
    query: NotificationQuery,
    example: { query: { limit: '20' } },
  }),
  countUnread: operation('GET /api/v1/notifications/unread-count', UnreadCount, {
    summary: 'Count your unread notifications',
    who: 'self',
    keys: READ,
    personal: true,
  }),
  markRead: operation('POST /api/v1/notifications/mark-read', UnreadCount, {
    summary: 'Mark notifications as read',
    description: 'The listed ones, or all of them without a body.',
    who: 'self',
    keys: MANAGE,
    personal: true,
    unaudited: OWN,
    body: MarkRead,
    example: { body: [EXAMPLE_IDS.notification] },
  }),
  remove: operation('DELETE /api/v1/notifications/:id', UnreadCount, {
    summary: 'Delete a notification',
    who: 'theirs',
    keys: MANAGE,
    personal: true,
    unaudited: OWN,
  }),
}
