import { later } from '../parts/later.ts'

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
async function parts() {
  await idle()
  return import('./over-page.parts.ts')
}

export const Dialogs = later(async () => (await parts()).Dialogs)
export const LeaveDialog = later(async () => (await parts()).LeaveDialog)
export const NotificationPanel = later(async () => (await parts()).NotificationPanel)
export const OrganizationPicker = later(async () => (await parts()).OrganizationPicker)
export const UserMenu = later(async () => (await parts()).UserMenu)
