/** S9.2. */
export const TICK = 60_000

export interface Clock {
  /** Local time in ms. */
  now(): number
  /** The same, but it keeps running if a person sets their clock back. */
  steady(): number
  /** Every minute, and whenever the tab may have slept. */
  onTick(listener: () => void): () => void
  onOnline(listener: () => void): () => void
}

/** A clock that falls behind the monotonic one by more than this was set back, in ms. */
const SET_BACK = 1000

/** The wall clock keeps running in sleep, and the monotonic one cannot be set back. */
export function createSteady(now: () => number, monotonic: () => number) {
  let [time, wall, passed] = [now(), now(), monotonic()]
  return () => {
    const [byWall, byMonotonic] = [now() - wall, monotonic() - passed]
    wall += byWall
    passed += byMonotonic
    time += byMonotonic - byWall > SET_BACK ? byMonotonic : byWall
    return time
  }
}

/** The browser's clock, and the signs that time has passed unnoticed. */
export function createClock(tab: Window): Clock {
  return {
    now: Date.now,
    steady: createSteady(Date.now, () => tab.performance.now()),
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
