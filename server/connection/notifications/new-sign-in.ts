import { deviceSaid } from '../../kernel/http/device.ts'
import type { Notifications } from './notifications.service.ts'

const withoutVersions = (userAgent: string) => userAgent.replace(/[\d._]+/g, '')

/** Whether a returning user has a new browser; a newer version of a known one does not count. */
export const isNewDevice = (seen: readonly string[], userAgent: string) =>
  seen.length > 0 && seen.every((one) => withoutVersions(one) !== withoutVersions(userAgent))

/** Notifies a user of a sign-in from a new device. */
export const notifyOfNewSignIn = (
  notifications: Notifications,
  userId: string,
  { userAgent, address }: { userAgent: string; address: string },
) =>
  notifications.notify({
    userIds: [userId],
    type: 'security_new_signin',
    values: { device: deviceSaid(userAgent), address },
    link: '/security',
  })
