import { expect, it } from 'vitest'
import { formatDay } from '../../../src/ui/parts/clock.ts'
import {
  dayOf,
  formatBytes,
  formatCalendarDay,
  formatDate,
  formatMoment,
  formatSeconds,
  formatShare,
  formatSum,
  setLocale,
} from '../../../src/ui/parts/format.ts'
import { joined, listedNames } from '../../../src/ui/parts/joined.ts'
import { timeZones } from '../../../src/ui/parts/time-zones.ts'

it('[S8.16] shows a bad date as Invalid date', () => {
  for (const format of [formatDate, formatMoment, formatCalendarDay])
    expect(format('yesterday')).toBe('Invalid date')
  expect(formatDay('yesterday', 0)).toBe('Invalid date')
  expect(formatDate('2026-01-31T12:00:00.000Z')).toBe('Jan 31, 2026')
})

it('writes a day of the calendar as it stands, wherever the reader is', () => {
  setLocale({ locale: 'en', timezone: 'America/Los_Angeles' })
  expect(formatCalendarDay('2026-01-31')).toBe('Jan 31, 2026')
  setLocale({ locale: '', timezone: '' })
})

it('[ux 27] lists time zones by the cities of today, with their distance to UTC', () => {
  const labels = new Map(timeZones('Asia/Calcutta').map(({ value, label }) => [value, label]))
  expect(labels.get('Asia/Calcutta')).toBe('Kolkata (UTC+5:30)')
  expect(labels.get('UTC')).toBe('UTC (UTC+0)')
  expect([...labels.values()].filter((label) => /[/_]|Calcutta|Kiev|Asmera/.test(label))).toEqual([])
})

it('writes what little was spent', () => {
  expect([0, 0.00042, 0.5, 1234.5].map((sum) => formatSum(sum, 'USD'))).toEqual([
    '$0.00',
    '$0.00042',
    '$0.50',
    '$1,234.50',
  ])
})

it('keeps the direction of a Hebrew or Arabic name to the name', () => {
  const name = 'دليل الموظفين 149'
  expect(joined(['Today', name, null, '2 messages'])).toBe(`Today · \u2068${name}\u2069 · 2 messages`)
  expect(listedNames(['Handbook', name])).toBe(`Handbook and \u2068${name}\u2069`)
})

it('says bytes in the unit that people would', () => {
  expect([0, 999, 1500, 20 * 1024 * 1024].map(formatBytes)).toEqual(['0 B', '999 B', '1.5 kB', '21 MB'])
})

it('writes sizes, seconds and shares in the language that somebody chose', () => {
  const written = () => [formatBytes(6_900), formatSeconds(240), formatShare(0.896)]
  expect(written()).toEqual(['6.9 kB', '0.2 s', '90%'])
  setLocale({ locale: 'de', timezone: '' })
  expect(written()).toEqual(['6,9 kB', '0,2 s', '90\u00a0%'])
  setLocale({ locale: '', timezone: '' })
})

it('tells of what was over at once that it took less than a tenth of a second', () => {
  expect([0, 49, 50, 1000].map(formatSeconds)).toEqual(['< 0.1 s', '< 0.1 s', '0.1 s', '1.0 s'])
})

it('writes in the language and the time zone that somebody chose', () => {
  setLocale({ locale: 'de', timezone: 'Asia/Tokyo' })
  const late = '2026-01-31T16:00:00.000Z'
  expect(formatDate(late)).toBe('01.02.2026')
  expect(formatMoment(late)).toBe('01.02.2026, 01:00')
  expect(formatDay(late, dayOf(Date.parse('2026-02-01T14:00:00.000Z')))).toBe('Today, 01:00')
  setLocale({ locale: '', timezone: '' })
})
