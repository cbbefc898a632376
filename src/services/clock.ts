/** S9.2. */
export const TICK = 60_000

export interface Clock {
  /** Local time in ms. */
  now(): number
  /** Every minute, and whenever the tab may have slept. */
  onTick(listener: () => void): () => void
  onOnline(listener: () => void): () => void
}

/** The browser's clock and the signs that time has passed unseen. */
export function createClock(tab: Window, now: () => number = Date.now): Clock {
  return {
    now,
    onTick(listener) {
      const onVisible = () => {
        if (tab.document.visibilityState === 'visible') listener()
      }
      const timer = tab.setInterval(listener, TICK)
      tab.document.addEventListener('visibilitychange', onVisible)
      for (const sign of ['focus', 'online', 'pageshow']) tab.addEventListener(sign, listener)
      return () => {
        tab.clearInterval(timer)
        tab.document.removeEventListener('visibilitychange', onVisible)
        for (const sign of ['focus', 'online', 'pageshow']) tab.removeEventListener(sign, listener)
      }
    },
    onOnline(listener) {
      tab.addEventListener('online', listener)
      return () => tab.removeEventListener('online', listener)
    },
  }
}
