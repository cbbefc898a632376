import * as z from 'zod/mini'
import * as contract from '../contract/notifications.ts'
import { AnyId, lenient } from './lenient.ts'

/** S3.8 */
export const Notification = z.extend(
  lenient(contract.Notification, {
    organization_id: null,
    type: '',
    title: '',
    message: '',
    link: null,
    read: false,
    created_at: '',
  }),
  { id: AnyId },
)

export const NotificationList = z.array(Notification)

/** S7.33 */
const NotificationUpdate = z.discriminatedUnion('action', [
  z.object({ action: z.literal('new'), notification: Notification }),
  z.object({ action: z.literal('read'), notificationId: AnyId }),
  z.object({ action: z.literal('read_all') }),
  z.object({ action: z.literal('delete'), notificationId: AnyId }),
])

export const NotificationMessage = z.object({
  type: z.literal('notification_update'),
  data: NotificationUpdate,
})
