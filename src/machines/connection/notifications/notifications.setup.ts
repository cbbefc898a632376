import { assign, enqueueActions, fromPromise, raise, setup, stateIn } from 'xstate'
import type { Notification } from '../../../services/contract/notifications.ts'
import { failureOf } from '../../failure.ts'
import { notProvided } from '../../not-provided.ts'
import { isRefused } from '../../shared/failed-call.ts'
import { sendToActor, showToast } from '../../system.ts'
import {
  asRead,
  merged,
  undone,
  unreadIds,
  withNewest,
  withOlder,
  without,
  withWrite,
} from './notifications.list.ts'
import { linkOf } from './notifications.toasts.ts'
import {
  COUNT_AFTER,
  type NotificationsContext,
  type NotificationsEvent,
  READ_AFTER,
  type Write,
} from './notifications.types.ts'

type Page = readonly Notification[]
type One = { id: string }

const find = ({ items }: NotificationsContext, id: string) => items.find((item) => item.id === id)
const isUnread = (context: NotificationsContext, id: string) => find(context, id)?.read === false

/** Shown as read at once; the server is notified in turn. */
const reading = (context: NotificationsContext, id: string) =>
  isUnread(context, id)
    ? {
        items: asRead(context.items, [id]),
        unread: Math.max(0, context.unread - 1),
        writes: withWrite(context.writes, { kind: 'read', ids: [id] }),
      }
    : {}

const vocabulary = setup({
  types: {} as {
    context: NotificationsContext
    events: NotificationsEvent
    tags: 'open' | 'loading' | 'loadingMore' | 'failed'
    children: { loadPage: 'loadPage'; countUnread: 'countUnread'; write: 'write' }
  },
  actors: {
    loadPage: fromPromise<Page, { unreadOnly: boolean; before: string | null }>(notProvided('loadPage')),
    countUnread: fromPromise<number>(notProvided('countUnread')),
    write: fromPromise<void, Write>(notProvided('write')),
  },
  guards: {
    isOutdated: stateIn({ panel: { open: { loading: 'outdated' } } }),
    isRefused,
    /** No page follows the last known one, which is gone at the server. */
    isLastGone: (_, { error }: { error: unknown }) => 'before' in failureOf(error, '').fields,
    hasMore: ({ context }) => context.hasMore,
    hasUnread: ({ context }) => context.unread > 0 || context.items.some(({ read }) => !read),
    hasWrites: ({ context }) => context.writes.length > 0,
    isDeletion: ({ context }) => context.writes[0]?.kind === 'delete',
    isToBeRead: ({ context }, { id }: One) => isUnread(context, id) && !context.seen.includes(id),
    isKnown: ({ context }, { id }: One) => find(context, id) !== undefined,
    isNew: ({ context }, { notification: { id } }: { notification: Notification }) =>
      find(context, id) === undefined &&
      !context.writes.some((write) => write.kind === 'delete' && write.notification.id === id),
    isFollowable: ({ context }, { id }: One) => {
      const item = find(context, id)
      return item !== undefined && linkOf(item) !== null
    },
    isOtherFilter: ({ context }, { unreadOnly }: { unreadOnly: boolean }) =>
      unreadOnly !== context.unreadOnly,
  },
  actions: {
    showToast,
    /** Opens the page that it links to, in its organization. */
    follow: (scope, notification: Notification) => {
      const path = linkOf(notification)
      const organizationId = notification.organization_id ?? null
      if (path !== null)
        sendToActor(scope, 'organizationEntry', { type: 'page.requested', organizationId, path })
    },
    takeNewest: assign(({ context }, { page }: { page: Page }) => withNewest(context, page)),
    forgetItems: assign({ items: [], hasMore: true }),
    takeOlder: assign(({ context }, { page }: { page: Page }) => withOlder(context, page)),
    takeCount: assign({
      unread: ({ context }, { unread }: { unread: number }) =>
        context.writes.length > 0 ? context.unread : unread,
    }),
    pickFilter: assign({ unreadOnly: (_, { unreadOnly }: { unreadOnly: boolean }) => unreadOnly }),
    add: assign(({ context }, { notification }: { notification: Notification }) => ({
      items: merged([notification], context.items),
      unread: context.unread + (notification.read ? 0 : 1),
    })),
    noteRead: assign(({ context }, { id }: One) => ({
      items: asRead(context.items, [id]),
      unread: Math.max(0, context.unread - (isUnread(context, id) ? 1 : 0)),
    })),
    noteAllRead: assign(({ context }) => ({
      items: asRead(context.items, unreadIds(context.items)),
      unread: 0,
    })),
    noteDeleted: assign(({ context }, { id }: One) => ({
      items: without(context.items, id),
      unread: Math.max(0, context.unread - (isUnread(context, id) ? 1 : 0)),
    })),
    read: assign(({ context }, { id }: One) => reading(context, id)),
    readAll: assign(({ context }) => {
      const ids = unreadIds(context.items)
      return {
        items: asRead(context.items, ids),
        unread: 0,
        writes: withWrite(context.writes, { kind: 'readAll', ids, unread: context.unread }),
      }
    }),
    remove: assign(({ context }, { id }: One) => ({
      items: without(context.items, id),
      unread: Math.max(0, context.unread - (isUnread(context, id) ? 1 : 0)),
      writes: withWrite(context.writes, { kind: 'delete', notification: find(context, id)! }),
    })),
    settleWrite: assign({ writes: ({ context }) => context.writes.slice(1) }),
    raiseSettled: raise({ type: 'change.settled' }),
    undoWrite: assign(({ context }) => ({
      ...undone(context, context.writes[0]!),
      writes: context.writes.slice(1),
    })),
  },
  delays: { countAfter: COUNT_AFTER, readAfter: READ_AFTER },
})

const timerOf = (id: string) => `seen:${id}`

/** The notifications' events, guards and actions; the machine says when they apply. */
export const notificationsSetup = vocabulary.extend({
  actions: {
    /** Each visible one has its own timer. */
    beginSeeing: enqueueActions(({ context, enqueue }, { id }: One) => {
      enqueue.assign({ seen: [...context.seen, id] })
      enqueue.raise({ type: 'notification.seen', id }, { id: timerOf(id), delay: 'readAfter' })
    }),
    endSeeing: enqueueActions(({ context, enqueue }, { id }: One) => {
      enqueue.assign({ seen: context.seen.filter((seen) => seen !== id) })
      enqueue.cancel(timerOf(id))
    }),
    endSeeingAll: enqueueActions(({ context, enqueue }) => {
      for (const id of context.seen) enqueue.cancel(timerOf(id))
      enqueue.assign({ seen: [] })
    }),
  },
})
