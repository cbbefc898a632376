import type { NotificationsSnapshot } from './notifications.machine.ts'

export const selectNotifications = ({ context }: NotificationsSnapshot) => context.items
export const selectUnread = ({ context }: NotificationsSnapshot) => context.unread
export const isUnreadOnly = ({ context }: NotificationsSnapshot) => context.unreadOnly
export const isPanelOpen = (snapshot: NotificationsSnapshot) => snapshot.hasTag('open')
