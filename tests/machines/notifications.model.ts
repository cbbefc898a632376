import type { notificationsMachine } from '../../src/machines/notifications/notifications.machine.ts'
import { NOTIFICATIONS_PAGE } from '../../src/services/contract/notifications.ts'
import type { Model } from '../harness/model/model.ts'
import { notification } from './samples.ts'

const page = (size: number) => Array.from({ length: size }, (_, place) => notification(100 - place))

export const notificationsModel: Model<typeof notificationsMachine> = {
  events: ({ context }) => {
    const id = context.items[0]?.id ?? 'unknown'
    return [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      ...[true, false].map((unreadOnly) => ({ type: 'filter.picked', unreadOnly })),
      { type: 'end.reached' },
      { type: 'retry.requested' },
      { type: 'notification.shown', id },
      { type: 'notification.hidden', id },
      ...(context.seen.includes(id) ? [{ type: 'notification.seen', id }] : []),
      { type: 'notification.followed', id },
      { type: 'notification.followed', id: 'unknown' },
      { type: 'notification.deleted', id },
      { type: 'notification.deleted', id: 'unknown' },
      { type: 'all.read' },
      { type: 'live.opened' },
      { type: 'live.arrived', notification: notification(101) },
      { type: 'live.read', id },
      { type: 'live.readAll' },
      { type: 'live.deleted', id },
    ]
  },
  answers: () => ({
    loadPage: [page(1), page(NOTIFICATIONS_PAGE), new Error('offline')],
    countUnread: [2, new Error('offline')],
    write: [undefined, new Error('offline')],
  }),
  key: ({ context: { items, hasMore, unreadOnly, seen, writes } }) => [
    items.length === 0,
    items[0]?.read,
    hasMore,
    unreadOnly,
    seen.length > 0,
    writes[0]?.kind,
  ],
}
