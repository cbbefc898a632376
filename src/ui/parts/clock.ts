import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

/** Every minute, and when someone returns to the tab: it may have slept. */
function onTick(listener: () => void) {
  const timer = setInterval(listener, MINUTE)
  addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** A value that depends on the time, in ms: the view is drawn again when it differs. */
const useClock = <Value extends number | boolean>(read: (now: number) => Value) =>
  useSyncExternalStore(onTick, () => read(Date.now()))

/** Whether a moment has come; null never does. */
export const useIsPast = (iso: string | null) => useClock((now) => iso !== null && Date.parse(iso) <= now)
