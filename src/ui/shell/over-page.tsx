import { lazy } from 'react'

const RETRIED_AFTER = 5_000 // ms
/** A browser that draws nothing may never say that it is idle, in ms. */
const IDLE_WITHIN = 500

/** The first screen is drawn before anything is fetched that it does not show; Safari does not say when that is. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? window.requestIdleCallback(resolve, { timeout: IDLE_WITHIN })
      : setTimeout(resolve, 200),
  )

/**
 * What opens over the page is fetched after the first screen has been drawn. Machines know whether it is open, so what
 * is opened before the code has come is shown when it comes.
 */
async function fetched(): Promise<typeof import('./over-page.parts.ts')> {
  await idle()
  try {
    return await import('./over-page.parts.ts')
  } catch {
    // Without a connection the page stays as it is.
    await new Promise((resolve) => setTimeout(resolve, RETRIED_AFTER))
    return fetched()
  }
}

export const Dialogs = lazy(async () => ({ default: (await fetched()).Dialogs }))
export const LeaveDialog = lazy(async () => ({ default: (await fetched()).LeaveDialog }))
export const NotificationPanel = lazy(async () => ({ default: (await fetched()).NotificationPanel }))
export const OrganizationPicker = lazy(async () => ({ default: (await fetched()).OrganizationPicker }))
export const UserMenu = lazy(async () => ({ default: (await fetched()).UserMenu }))
