import type { notificationsMachine } from '../../src/machines/connection/notifications/notifications.machine.ts'
import { NOTIFICATIONS_PAGE } from '../../src/services/contract/notifications.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { notification } from './samples.ts'

const page = (size: number) => Array.from({ length: size }, (_, place) => notification(100 - place))

export const LAST_GONE = labelled(
  'The last one is gone',
  Object.assign(new Error('invalid'), { status: 422, fields: { before: 'There is no such notification.' } }),
)

/** What the newest page may not know. */
const CHANGES = ['live.arrived', 'live.read', 'live.readAll', 'live.deleted', 'change.settled'] as const

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
      { type: 'change.settled' },
    ]
  },
  answers: () => ({
    loadPage: [page(1), page(NOTIFICATIONS_PAGE), LAST_GONE, ...failuresOf('GET /api/v1/notifications')],
    countUnread: [2, ...failuresOf('GET /api/v1/notifications/unread-count')],
    write: [undefined, ...failuresOf('POST /api/v1/notifications/mark-read')],
  }),
  unhandled: [
    harmless(['panel.opened'], ['panel.open'], 'It is open already.'),
    harmless(['panel.closed'], ['panel.closed'], 'It is closed already.'),
    harmless(
      ['live.opened'],
      ['panel.closed'],
      'The list is read each time it is opened; the number at the bell is counted anew.',
    ),
    never(
      [
        'filter.picked',
        'notification.shown',
        'notification.seen',
        'notification.followed',
        'notification.deleted',
        'all.read',
        'end.reached',
        'retry.requested',
      ],
      ['panel.closed'],
      'The list is not on the screen.',
    ),
    harmless(
      ['notification.hidden'],
      ['panel.closed'],
      'Closing has forgotten already which ones were in view.',
    ),
    harmless(
      ['end.reached'],
      ['panel.open.loading', 'panel.open.loadingMore'],
      'A page is being read; the end comes into view again below it.',
    ),
    harmless(
      ['end.reached'],
      ['panel.open.failed'],
      'Reading failed, and is asked for by its button: scrolling must not repeat it for ever.',
    ),
    harmless(['end.reached'], ['panel.open.refused'], 'The server would refuse the next page again.'),
    harmless(
      CHANGES,
      [
        'panel.closed',
        'panel.open.ready',
        'panel.open.loadingMore',
        'panel.open.failed',
        'panel.open.refused',
      ],
      'The list takes it, and no newest page that knows nothing of it is on its way.',
    ),
    harmless(CHANGES, ['panel.open.loading.outdated'], 'The page is read again anyway.'),
    never(
      ['retry.requested'],
      ['panel.open.loading', 'panel.open.ready', 'panel.open.loadingMore', 'panel.open.refused'],
      'Try Again is shown where reading failed, and not where it would be refused again.',
    ),
  ],
  key: ({ context: { items, hasMore, unreadOnly, seen, writes } }) => [
    items.length === 0,
    items[0]?.read,
    hasMore,
    unreadOnly,
    seen.length > 0,
    writes[0]?.kind,
  ],
}
