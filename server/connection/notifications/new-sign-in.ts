import { deviceSaid } from '../../kernel/http/device.ts'
import type { Notifications } from './notifications.service.ts'

const withoutVersions = (userAgent: string) => userAgent.replace(/[\d._]+/g, '')

/** Whether somebody who signed in before now comes with another browser; a newer version of one is none. */
export const isNewDevice = (seen: readonly string[], userAgent: string) =>
  seen.length > 0 && seen.every((one) => withoutVersions(one) !== withoutVersions(userAgent))

/** Tells a user that somebody signed in as them from a device that had not been seen before. */
export const tellOfNewSignIn = (
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
