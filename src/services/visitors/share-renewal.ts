import { createNewerVersion, ReplacedError } from '../shell/newer-version.ts'

/** Reloads a public page whose code has been replaced by a newer version; what was typed is kept. */
export function createShareRenewal(tab: Window) {
  const newerVersion = createNewerVersion(tab, () => null)
  const { pathname } = tab.location
  newerVersion.restore(pathname)
  return async (error: unknown) => {
    const reason = await newerVersion.explained(error)
    if (reason instanceof ReplacedError) newerVersion.renew(() => pathname)
  }
}
