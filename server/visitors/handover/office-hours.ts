import type { ExpectedReply, HandoverSettings, OfficeHours } from '../../../src/services/contract/handover.ts'
import { MINUTE } from '../../kernel/durations.ts'

/** Step for finding the next office hours, within one week. */
const STEP = 15 * MINUTE
const STEPS_MAX = (8 * 24 * 60 * MINUTE) / STEP

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Whether the office is open at a moment; hours that end before they begin extend past midnight. */
const opens = ({ days, from, to, time_zone }: OfficeHours) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (moment: number) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const clock = `${parts.hour}:${parts.minute}`
    const day = WEEKDAYS.indexOf(parts.weekday ?? '')
    if (from < to) return days.includes(day) && clock >= from && clock < to
    const isLate = clock >= from
    return (isLate || clock < to) && days.includes(isLate ? day : (day + 6) % 7)
  }
}

/** When to expect a reply, according to the settings. */
export function expectedReply(
  { office_hours, reply_hours }: Pick<HandoverSettings, 'office_hours' | 'reply_hours'>,
  now: number,
): ExpectedReply {
  const isThere = office_hours && opens(office_hours)
  if (!isThere || isThere(now)) return { hours: reply_hours, opens_at: null }
  const next = Math.ceil(now / STEP) * STEP
  for (let step = 0; step < STEPS_MAX; step++)
    if (isThere(next + step * STEP))
      return { hours: reply_hours, opens_at: new Date(next + step * STEP).toISOString() }
  return { hours: reply_hours, opens_at: null }
}
