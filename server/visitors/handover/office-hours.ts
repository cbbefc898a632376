import type { ExpectedReply, HandoverSettings, OfficeHours } from '../../../src/services/contract/handover.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'

const DAY_MINUTES = DAY / MINUTE
const WEEK_MINUTES = 7 * DAY_MINUTES
/** Clocks are changed between two of these steps, never within one. */
const STEP_MINUTES = 15
const STEP = STEP_MINUTES * MINUTE

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const minutesOf = (hour: string, minute: string) => Number(hour) * 60 + Number(minute)

/** The minutes since Sunday in a time zone, at a moment. */
const minuteOfWeekIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (moment: number) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return WEEKDAYS.indexOf(parts.weekday!) * DAY_MINUTES + minutesOf(parts.hour!, parts.minute!)
  }
}

/** Whether the office is open in a minute of the week; hours that end before they begin extend past midnight. */
const opens = ({ days, ...hours }: OfficeHours) => {
  const [from, to] = [hours.from, hours.to].map((clock) => minutesOf(clock.slice(0, 2), clock.slice(3)))
  return (minuteOfWeek: number) => {
    const day = Math.floor(minuteOfWeek / DAY_MINUTES)
    const minute = minuteOfWeek % DAY_MINUTES
    if (from! < to!) return days.includes(day) && minute >= from! && minute < to!
    const isLate = minute >= from!
    return (isLate || minute < to!) && days.includes(isLate ? day : (day + 6) % 7)
  }
}

/** When to expect a reply, according to the settings. */
export function expectedReply(
  { office_hours, reply_hours }: Pick<HandoverSettings, 'office_hours' | 'reply_hours'>,
  now: number,
): ExpectedReply {
  if (!office_hours) return { hours: reply_hours, opens_at: null }
  const minuteOfWeekAt = minuteOfWeekIn(office_hours.time_zone)
  const isOpen = opens(office_hours)
  if (isOpen(minuteOfWeekAt(now))) return { hours: reply_hours, opens_at: null }
  const first = Math.floor(now / STEP) * STEP
  for (let step = first; step < first + 8 * DAY; step += STEP) {
    const minuteOfWeek = minuteOfWeekAt(step)
    for (let later = 0; later < STEP_MINUTES; later++) {
      const moment = step + later * MINUTE
      if (moment > now && isOpen((minuteOfWeek + later) % WEEK_MINUTES))
        return { hours: reply_hours, opens_at: new Date(moment).toISOString() }
    }
  }
  // It never opens: nothing can be promised.
  return { hours: 0, opens_at: null }
}
