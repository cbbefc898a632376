import type { Notification } from '../../../services/contract/notifications.ts'

/** S4.19, S9.5: seen for this long over half its height, a notification counts as read. */
export const READ_AFTER = 1000
/** What arrives in one burst is counted once. */
export const COUNT_AFTER = 300

/** A change that is shown already and not yet stored on the server, with what is needed to undo it. */
export type Write =
  | { readonly kind: 'read'; readonly ids: readonly string[] }
  | { readonly kind: 'readAll'; readonly ids: readonly string[]; readonly unread: number }
  | { readonly kind: 'delete'; readonly notification: Notification }

export interface NotificationsContext {
  /** Newest first. */
  readonly items: readonly Notification[]
  /** The server has older ones, as far as is known: no page has been the last. */
  readonly hasMore: boolean
  readonly unreadOnly: boolean
  readonly unread: number
  /** Ids of unread ones that are over half visible now. */
  readonly seen: readonly string[]
  /** In the order in which they were asked for; the first may be on its way. */
  readonly writes: readonly Write[]
}

export type NotificationsEvent =
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'filter.picked'; unreadOnly: boolean }
  | { type: 'end.reached' }
  | { type: 'retry.requested' }
  /** Over half of it came into view, or went out of it. */
  | { type: 'notification.shown'; id: string }
  | { type: 'notification.hidden'; id: string }
  /** Comes by itself, READ_AFTER later. */
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
