import { NOTIFICATIONS_PAGE, type Notification } from '../../../services/contract/notifications.ts'
import type { NotificationsContext, Write } from './notifications.types.ts'

type List = readonly Notification[]

const isNewer = (one: Notification, other: Notification) =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at

/** Each id once, newest first; for duplicates, the one in `fresh` counts. */
export const merged = (fresh: List, known: List): List => {
  const ids = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...known.filter(({ id }) => !ids.has(id))].sort((one, other) =>
    isNewer(one, other) ? -1 : 1,
  )
}

export const asRead = (list: List, ids: readonly string[]): List =>
  list.map((item) => (ids.includes(item.id) ? { ...item, read: true } : item))

const asUnread = (list: List, ids: readonly string[]): List =>
  list.map((item) => (ids.includes(item.id) ? { ...item, read: false } : item))

export const without = (list: List, id: string): List => list.filter((item) => item.id !== id)

export const unreadIds = (list: List) => list.filter(({ read }) => !read).map(({ id }) => id)

/** The server's response, merged with changes that have not reached it yet. */
const withWrites = (list: List, writes: readonly Write[]) =>
  writes.reduce<List>(
    (shown, write) =>
      write.kind === 'delete' ? without(shown, write.notification.id) : asRead(shown, write.ids),
    list,
  )

/**
 * Joins the newest page to the known list if they overlap. Without an overlap, more arrived than fits on a
 * page and the gap is unknown: the list starts again with the page. A page that is not full is the whole list.
 */
export function withNewest(
  { items, hasMore, writes }: NotificationsContext,
  page: List,
): Pick<NotificationsContext, 'items' | 'hasMore'> {
  const last = page.at(-1)
  const isAll = page.length < NOTIFICATIONS_PAGE
  const touches = items.some(({ id }) => id === last?.id)
  const older = touches && last && !isAll ? items.filter((item) => isNewer(last, item)) : []
  return {
    items: withWrites([...page, ...older], writes),
    hasMore: !isAll && (older.length === 0 || hasMore),
  }
}

export const withOlder = (
  { items, writes }: NotificationsContext,
  page: List,
): Pick<NotificationsContext, 'items' | 'hasMore'> => ({
  items: withWrites(merged(page, items), writes),
  // A server that ignores `before` answers with known items.
  hasMore: page.length === NOTIFICATIONS_PAGE && page.some(({ id }) => items.every((item) => item.id !== id)),
})

/** Pending reads are merged into one request; the first in the queue may be in flight and is left alone. */
export function withWrite(writes: readonly Write[], write: Write): readonly Write[] {
  const last = writes.length > 1 ? writes.at(-1) : undefined
  if (last?.kind !== 'read' || write.kind !== 'read') return [...writes, write]
  return [...writes.slice(0, -1), { kind: 'read', ids: [...last.ids, ...write.ids] }]
}

/** Undoes the write that failed. */
export function undone({ items, unread }: NotificationsContext, write: Write) {
  if (write.kind === 'delete')
    return {
      items: merged([write.notification], items),
      unread: unread + (write.notification.read ? 0 : 1),
    }
  return {
    items: asUnread(items, write.ids),
    unread: write.kind === 'readAll' ? write.unread : unread + write.ids.length,
  }
}
