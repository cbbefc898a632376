import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { t } from '../../../texts/t.ts'
import { errorOf, failsTo } from '../../shared/failed-call.ts'
import { notificationsSetup } from './notifications.setup.ts'
import { toastOf } from './notifications.toasts.ts'

/** S2.31, S3.8, S4.17 to S4.19, S7.33, S8.13, S9.5: the signed-in person's notifications. */
export const notificationsMachine = notificationsSetup.createMachine({
  id: 'notifications',
  description: 'The notifications of the signed-in person.',
  type: 'parallel',
  context: { items: [], hasMore: true, unreadOnly: false, unread: 0, seen: [], writes: [] },
  states: {
    list: {
      description: 'The known notifications, shown or not.',
      on: {
        'live.arrived': {
          guard: { type: 'isNew', params: ({ event }) => event },
          actions: [
            { type: 'add', params: ({ event }) => event },
            {
              type: 'showToast',
              params: ({ event: { notification } }) => toastOf(notification),
            },
          ],
        },
        'live.read': { actions: { type: 'noteRead', params: ({ event }) => event } },
        'live.readAll': { actions: 'noteAllRead' },
        'live.deleted': { actions: { type: 'noteDeleted', params: ({ event }) => event } },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: {
          description: 'The bell shows how many are unread.',
          on: { 'panel.opened': 'open' },
        },
        open: {
          description: 'The list is shown.',
          tags: 'open',
          exit: 'endSeeingAll',
          initial: 'loading',
          on: {
            'panel.closed': 'closed',
            'live.opened': '.loading',
            'filter.picked': {
              guard: { type: 'isOtherFilter', params: ({ event }) => event },
              target: 'open',
              reenter: true,
              actions: [{ type: 'pickFilter', params: ({ event }) => event }, 'forgetItems'],
            },
            'notification.shown': {
              guard: { type: 'isToBeRead', params: ({ event }) => event },
              actions: { type: 'beginSeeing', params: ({ event }) => event },
            },
            'notification.hidden': { actions: { type: 'endSeeing', params: ({ event }) => event } },
            'notification.seen': {
              actions: [
                { type: 'read', params: ({ event }) => event },
                { type: 'endSeeing', params: ({ event }) => event },
              ],
            },
            'notification.followed': {
              guard: { type: 'isFollowable', params: ({ event }) => event },
              target: 'closed',
              actions: [
                { type: 'read', params: ({ event }) => event },
                {
                  type: 'follow',
                  params: ({ context, event }) => context.items.find(({ id }) => id === event.id)!,
                },
              ],
            },
            'notification.deleted': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              actions: [
                { type: 'endSeeing', params: ({ event }) => event },
                { type: 'remove', params: ({ event }) => event },
              ],
            },
            'all.read': { guard: 'hasUnread', actions: 'readAll' },
          },
          states: {
            loading: {
              description: 'The newest page is read; known entries stay in view.',
              tags: 'loading',
              invoke: {
                id: 'loadPage',
                src: 'loadPage',
                input: ({ context }) => ({ unreadOnly: context.unreadOnly, before: null }),
                onDone: [
                  { guard: 'isOutdated', target: 'loading', reenter: true },
                  {
                    target: 'ready',
                    actions: { type: 'takeNewest', params: ({ event }) => ({ page: event.output }) },
                  },
                ],
                onError: failsTo('failed', []),
              },
              initial: 'latest',
              states: {
                latest: {
                  description: 'Nothing has changed since the read began.',
                  on: {
                    'live.arrived': 'outdated',
                    'live.read': 'outdated',
                    'live.readAll': 'outdated',
                    'live.deleted': 'outdated',
                    'change.settled': 'outdated',
                  },
                },
                outdated: {
                  description: 'Something has changed: the answer is not taken, and the page is read again.',
                },
              },
            },
            ready: {
              description: 'More are read when the end of the list comes into view.',
              on: { 'end.reached': { guard: 'hasMore', target: 'loadingMore' } },
            },
            loadingMore: {
              description: 'The next page is read.',
              tags: 'loadingMore',
              invoke: {
                id: 'loadPage',
                src: 'loadPage',
                input: ({ context }) => ({
                  unreadOnly: context.unreadOnly,
                  before: context.items.at(-1)?.id ?? null,
                }),
                onDone: {
                  target: 'ready',
                  actions: { type: 'takeOlder', params: ({ event }) => ({ page: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isLastGone', params: errorOf },
                    target: 'loading',
                    actions: 'forgetItems',
                  },
                  ...failsTo('failed', []),
                ],
              },
            },
            failed: {
              description: 'Failed to load notifications, and Try Again.',
              tags: 'failed',
              on: { 'retry.requested': 'loading' },
            },
            refused: {
              description: 'The server refused the notifications and would refuse again: no Try Again.',
              tags: 'failed',
            },
          },
        },
      },
    },
    count: {
      initial: 'counting',
      description: 'The count that was changed here is soon compared with the server.',
      on: {
        'live.opened': '.counting',
        'live.arrived': '.due',
        'live.read': '.due',
        'live.readAll': '.due',
        'live.deleted': '.due',
      },
      states: {
        counted: { description: 'The number at the bell is the server’s.' },
        due: {
          description: 'Something happened; what else comes in the same moment is counted with it.',
          after: { countAfter: 'counting' },
        },
        counting: {
          description: 'The number of unread notifications is requested.',
          invoke: {
            id: 'countUnread',
            src: 'countUnread',
            onDone: {
              target: 'counted',
              actions: { type: 'takeCount', params: ({ event }) => ({ unread: event.output }) },
            },
            // The next event or connection retries.
            onError: 'counted',
          },
        },
      },
    },
    changes: {
      initial: 'none',
      states: {
        none: {
          description: 'The server knows everything that was done here.',
          always: { guard: 'hasWrites', target: 'sending' },
        },
        sending: {
          description: 'The oldest change is on its way; it is shown already.',
          invoke: {
            id: 'write',
            src: 'write',
            input: ({ context }) => context.writes[0]!,
            onDone: { target: 'none', actions: ['settleWrite', 'raiseSettled'] },
            onError: [
              {
                guard: 'isDeletion',
                target: 'none',
                actions: [
                  'undoWrite',
                  {
                    type: 'showToast',
                    params: { type: 'error', message: t('The notification could not be deleted.') },
                  },
                ],
              },
              {
                target: 'none',
                actions: [
                  'undoWrite',
                  {
                    type: 'showToast',
                    params: { type: 'error', message: t('Failed to mark notifications as read.') },
                  },
                ],
              },
            ],
          },
        },
      },
    },
  },
})

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>
type NotificationsSnapshot = SnapshotFrom<typeof notificationsMachine>

export const selectNotifications = ({ context }: NotificationsSnapshot) => context.items
export const selectUnread = ({ context }: NotificationsSnapshot) => context.unread
export const isUnreadOnly = ({ context }: NotificationsSnapshot) => context.unreadOnly
export const isPanelOpen = (snapshot: NotificationsSnapshot) => snapshot.hasTag('open')
