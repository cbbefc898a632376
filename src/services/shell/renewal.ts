import { PART_MISSED } from '../../machines/shell/navigation/part-missed.ts'
import { createNewerVersion, ReplacedError } from './newer-version.ts'

/** Reloads the page when one of its parts turns out to be replaced by a newer version; what was typed is kept. */
export function renewOnceReplaced(tab: Window, userId: () => string | null) {
  const newerVersion = createNewerVersion(tab, userId)
  const check = async () => {
    if (!((await newerVersion.explained(null)) instanceof ReplacedError)) return
    // Who is asked whether to leave, and stays, is not asked again.
    tab.removeEventListener(PART_MISSED, check)
    newerVersion.renew(() => tab.location.pathname)
  }
  tab.addEventListener(PART_MISSED, check)
  return newerVersion
}
