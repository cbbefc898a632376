import type { Notification } from '../../../src/services/contract/notifications.ts'
import type { NotificationRow } from './notifications.types.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  organization_id: row.organizationId,
  type: row.type,
  title: row.title,
  message: row.message,
  ...(row.values && { values: row.values }),
  link: row.link,
  read: row.readAt !== null,
  created_at: row.createdAt.toISOString(),
})
