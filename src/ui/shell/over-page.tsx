import { lazy } from 'react'

const RETRIED_AFTER = 5_000 // ms
/** A browser that draws nothing may never report idle, in ms. */
const IDLE_WITHIN = 500

/** The first screen is drawn before anything else is fetched; Safari cannot report idle. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? window.requestIdleCallback(resolve, { timeout: IDLE_WITHIN })
      : setTimeout(resolve, 200),
  )

/**
 * Overlays are fetched after the first screen has been drawn. Machines know whether one is open, so one opened before
 * its code has loaded is shown when it has.
 */
async function fetched(): Promise<typeof import('./over-page.parts.ts')> {
  await idle()
  try {
    return await import('./over-page.parts.ts')
  } catch {
    // Without a connection, the page stays as it is.
    await new Promise((resolve) => setTimeout(resolve, RETRIED_AFTER))
    return fetched()
  }
}

export const Dialogs = lazy(async () => ({ default: (await fetched()).Dialogs }))
export const LeaveDialog = lazy(async () => ({ default: (await fetched()).LeaveDialog }))
export const NotificationPanel = lazy(async () => ({ default: (await fetched()).NotificationPanel }))
export const OrganizationPicker = lazy(async () => ({ default: (await fetched()).OrganizationPicker }))
export const UserMenu = lazy(async () => ({ default: (await fetched()).UserMenu }))
