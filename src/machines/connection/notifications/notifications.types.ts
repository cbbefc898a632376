import type { Notification } from '../../../services/contract/notifications.ts'

/** S4.19, S9.5: after over half its height was visible for this long, a notification counts as read. */
export const READ_AFTER = 1000
/** Notifications that arrive in one burst are counted once. */
export const COUNT_AFTER = 300

/** A change that is shown but not yet stored on the server, with the data to undo it. */
export type Write =
  | { readonly kind: 'read'; readonly ids: readonly string[] }
  | { readonly kind: 'readAll'; readonly ids: readonly string[]; readonly unread: number }
  | { readonly kind: 'delete'; readonly notification: Notification }

export interface NotificationsContext {
  /** Newest first. */
  readonly items: readonly Notification[]
  /** The server probably has older ones: the last page has not been reached. */
  readonly hasMore: boolean
  readonly unreadOnly: boolean
  readonly unread: number
  /** Ids of unread ones that are over half visible. */
  readonly seen: readonly string[]
  /** In request order; the first may be in flight. */
  readonly writes: readonly Write[]
}

export type NotificationsEvent =
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'filter.picked'; unreadOnly: boolean }
  | { type: 'end.reached' }
  | { type: 'retry.requested' }
  /** More than half of it became visible, or no longer is. */
  | { type: 'notification.shown'; id: string }
  | { type: 'notification.hidden'; id: string }
  /** Fires READ_AFTER later. */
  | { type: 'notification.seen'; id: string }
  | { type: 'notification.followed'; id: string }
  | { type: 'notification.deleted'; id: string }
  | { type: 'all.read' }
  /** From the organization's socket (S7.33); `live.opened` also after each reconnect. */
  | { type: 'live.opened' }
  | { type: 'live.arrived'; notification: Notification }
  | { type: 'live.read'; id: string }
  | { type: 'live.readAll' }
  | { type: 'live.deleted'; id: string }
  /** The server has accepted a change that was made here. */
  | { type: 'change.settled' }
