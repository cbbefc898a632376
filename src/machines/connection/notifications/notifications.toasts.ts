import type { Notification } from '../../../services/contract/notifications.ts'
import { notificationIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { ownPath } from '../../shell/navigation/own-path.ts'
import type { ToastRequest } from '../../shell/toasts/toasts.types.ts'

/** Link inside the app; null for none, and for addresses outside it. */
export const linkOf = ({ link }: Notification) => ownPath(link ?? null)

/** S3.8 */
export const toneOf = ({ type }: Notification) => {
  if (type.includes('success')) return 'success'
  return /failure|error/.test(type) ? 'failure' : 'neutral'
}

/**
 * S4.17: the event is the title above the text of the specification, and the toast links where the
 * notification does.
 */
export const toastOf = (notification: Notification): ToastRequest => {
  const path = linkOf(notification)
  return {
    id: `notification-${notification.id}`,
    type: 'info',
    title: notificationIn(notification).title,
    message: t('New notification received'),
    ...(path !== null && { page: { organizationId: notification.organization_id ?? null, path } }),
  }
}
