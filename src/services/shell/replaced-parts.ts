import { type EventObject, fromCallback } from 'xstate'
import { PART_MISSED } from '../../machines/shell/navigation/part-missed.ts'
import { sendToActor } from '../../machines/system.ts'
import { type NewerVersion, ReplacedError } from './newer-version.ts'

/** Calls `onReplaced` once: when a part of the page is missing because a newer version has replaced it. */
export function watchParts(tab: Window, newerVersion: NewerVersion, onReplaced: () => void): () => void {
  let checking = false
  const stop = () => tab.removeEventListener(PART_MISSED, check)
  async function check() {
    if (checking) return
    checking = true
    const isReplaced = (await newerVersion.explained(null)) instanceof ReplacedError
    checking = false
    if (!isReplaced) return
    stop()
    onReplaced()
  }
  tab.addEventListener(PART_MISSED, check)
  return stop
}

/** Tells the navigation of it. */
export const reportReplacedParts = (tab: Window, newerVersion: NewerVersion) =>
  fromCallback<EventObject>(({ system }) =>
    watchParts(tab, newerVersion, () => sendToActor({ system }, 'navigation', { type: 'version.replaced' })),
  )
