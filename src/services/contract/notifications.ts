import * as z from 'zod/mini'
import { Values } from './coded-text.ts'
import { Id, list, Timestamp, Uuid } from './common.ts'

/** S3.8: the icon follows whether `type` contains success, failure or error; `link` is a path of this app. */
export const Notification = z.object({
  id: Id,
  /** Organization of the page that the link opens; null if the page belongs to none. */
  organization_id: z.optional(z.nullable(Id)),
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** The variable parts of both texts, for an app in another language: codes are `type` and `type.message`. */
  values: z.optional(Values),
  link: z.optional(z.nullable(z.string())),
  read: z.boolean(),
  created_at: Timestamp,
})
export type Notification = z.infer<typeof Notification>

/** GET /api/v1/notifications (S7.notifications), newest first. */
export const NotificationList = z.array(Notification)

/** S9.5 */
export const NOTIFICATIONS_PAGE = 20
export const NOTIFICATIONS_PAGE_MAX = 100

/** GET /api/v1/notifications?…; `before` is the id of the last known one. */
export const NotificationQuery = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NOTIFICATIONS_PAGE_MAX)),
    NOTIFICATIONS_PAGE,
  ),
  unread_only: z._default(z.enum(['true', 'false']), 'false'),
  before: z.optional(Uuid),
})

/** POST /api/v1/notifications/mark-read (S7.mark-read): an empty or missing list means all of them. */
export const MarkRead = z.nullish(list(Uuid, NOTIFICATIONS_PAGE_MAX))

/** GET /api/v1/notifications/unread-count, and the response of every write. */
export const UnreadCount = z.object({ unread_count: z.int() })

/** Data of `notification_update` (S7.33): `new` includes the notification, `read` and `delete` name it. */
export const NotificationUpdate = z.discriminatedUnion('action', [
  z.object({ action: z.literal('new'), notification: Notification }),
  z.object({ action: z.literal('read'), notificationId: Id }),
  z.object({ action: z.literal('read_all') }),
  z.object({ action: z.literal('delete'), notificationId: Id }),
])
export type NotificationUpdate = z.infer<typeof NotificationUpdate>
