import { expect, it } from 'vitest'
import { counted, formatBytes, formatDate, formatDay } from '../../../src/ui/parts/format.ts'

it('[S8.16] shows a bad date as Invalid date', () => {
  expect(formatDate('yesterday')).toBe('Invalid date')
  expect(formatDate('2026-01-31T12:00:00.000Z')).toBe('Jan 31, 2026')
})

it('counts in words', () => {
  expect([0, 1, 1234].map((count) => counted(count, 'file'))).toEqual(['No files', '1 file', '1,234 files'])
})

it('says bytes in the unit that people would', () => {
  expect([0, 999, 1500, 20 * 1024 * 1024].map(formatBytes)).toEqual(['0 B', '999 B', '1.5 kB', '21 MB'])
})

it('says a day as one would on the day of now', () => {
  const now = new Date(2026, 2, 30, 9, 0)
  const at = (...when: [number, number, number, number]) => formatDay(new Date(...when).toISOString(), now)
  expect(at(2026, 2, 30, 0)).toBe('Today, 12:00 AM')
  expect(at(2026, 2, 29, 23)).toBe('Yesterday')
  expect(at(2026, 2, 24, 12)).toBe('Tuesday')
  expect(at(2026, 2, 23, 12)).toBe('Mar 23, 2026')
  expect(formatDay('never')).toBe('Invalid date')
})
