import { memo } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formatDay, useFormatDay, useIsPast } from '../../../src/ui/parts/clock.ts'
import { dayOf } from '../../../src/ui/parts/format.ts'
import { draw } from '../../harness/view.tsx'

const MORNING = new Date(2026, 10, 30, 7, 53)

/** Nothing around it draws it again. */
const Line = memo(({ at }: { at: string }) => <p>Asked: {useFormatDay()(at)}</p>)
const Ended = memo(({ at }: { at: string | null }) => <p>Ended: {String(useIsPast(at))}</p>)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: MORNING }))
afterEach(() => void vi.useRealTimers())

const HOUR = 60 * 60_000

it('a day that is shown is another one after midnight, although nothing has come', async () => {
  await draw(<Line at={MORNING.toISOString()} />)
  await expect.element(page.getByText('Asked: Today, 7:53 AM')).toBeVisible()
  vi.advanceTimersByTime(17 * HOUR)
  await expect.element(page.getByText('Asked: Yesterday')).toBeVisible()
})

it.each([
  ['the window is chosen', () => window.dispatchEvent(new Event('focus'))],
  ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a tab that slept for days tells the day once %s', async (_, returns) => {
  await draw(<Line at={MORNING.toISOString()} />)
  vi.setSystemTime(new Date(2026, 11, 3, 7, 52))
  await expect.element(page.getByText('Asked: Today, 7:53 AM')).toBeVisible()
  returns()
  await expect.element(page.getByText('Asked: Monday')).toBeVisible()
})

it('a moment that comes while it is shown is past within a minute', async () => {
  await draw(
    <>
      <Ended at={new Date(2026, 10, 30, 8, 0).toISOString()} />
      <Ended at={null} />
    </>,
  )
  await expect.poll(() => document.body.textContent).toContain('Ended: falseEnded: false')
  vi.advanceTimersByTime(HOUR)
  await expect.poll(() => document.body.textContent).toContain('Ended: trueEnded: false')
})

it('says a day as one would on the day of now', () => {
  const today = dayOf(new Date(2026, 2, 30, 9, 0).getTime())
  const at = (...when: [number, number, number, number]) => formatDay(new Date(...when).toISOString(), today)
  expect(at(2026, 2, 30, 0)).toBe('Today, 12:00 AM')
  expect(at(2026, 2, 29, 23)).toBe('Yesterday')
  expect(at(2026, 2, 24, 12)).toBe('Tuesday')
  expect(at(2026, 2, 23, 12)).toBe('Mar 23, 2026')
  expect(formatDay('never', today)).toBe('Invalid date')
})
