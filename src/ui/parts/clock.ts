import { useSyncExternalStore } from 'react'
import { t } from '../../texts/t.ts'
import { dayOf, formatDate, formatTime, formatWeekday } from './format.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

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
const useClock = <Value extends boolean | number>(read: (now: number) => Value) =>
  useSyncExternalStore(onTick, () => read(Date.now()))

/** Whether a moment has come; null never does. */
export const useIsPast = (iso: string | null) => useClock((now) => iso !== null && Date.parse(iso) <= now)

/** Relative to `today`: the time, `Yesterday`, a weekday of this week, or the date. */
export function formatDay(iso: string, today: number) {
  const parsed = Date.parse(iso)
  if (Number.isNaN(parsed)) return t('Invalid date')
  const days = (today - dayOf(parsed)) / DAY
  if (days === 0) return t('Today, {parsed}', { parsed: formatTime(parsed) })
  if (days === 1) return t('Yesterday')
  return days > 1 && days < 7 ? formatWeekday(parsed) : formatDate(iso)
}

/** The same for the present day: views are drawn again at midnight. */
export function useFormatDay() {
  const today = useClock(dayOf)
  return (iso: string) => formatDay(iso, today)
}
