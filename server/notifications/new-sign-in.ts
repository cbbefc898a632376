import type { Notifications } from './notifications.service.ts'

/** In this order: Edge also says Chrome, and Chrome says Safari. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** As a person would call the device: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent) ?? 'An unknown browser'
  const system = firstOf(SYSTEMS, userAgent)
  return system ? `${browser} on ${system}` : browser
}

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
    title: 'New sign-in',
    message: `${deviceName(userAgent)}, from ${address}. If this was not you, change your password.`,
    link: '/security',
  })
