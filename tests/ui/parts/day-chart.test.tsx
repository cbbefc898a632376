import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Day, DayChart, ticksOf } from '../../../src/ui/conversations/charts/day-chart.tsx'
import { draw } from '../../harness/view.tsx'

const TWO_DAYS = [
  { date: '2026-01-30', values: [1, 0] },
  { date: '2026-01-31', values: [2, 3] },
]

const Chart = ({ days = TWO_DAYS }: { days?: readonly Day[] }) => (
  <DayChart
    title="Questions per day"
    series={[
      { name: 'Answered', color: 'ink' },
      { name: 'Not answered', color: 'caution' },
    ]}
    days={days}
  />
)

it('writes an axis in whole, round figures, with the highest bar below its end', () => {
  expect([1, 3, 4, 5, 9, 37, 1_234].map(ticksOf)).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
    [0, 2, 4, 6],
    [0, 5, 10],
    [0, 10, 20, 30, 40],
    [0, 500, 1_000, 1_500],
  ])
})

it('[ux 23] writes a date for each week under the bars, and none beyond them', async () => {
  const days = Array.from({ length: 30 }, (_, place) => ({
    date: new Date(Date.UTC(2026, 0, 2 + place)).toISOString().slice(0, 10),
    values: [1, 0],
  }))
  await draw(<Chart days={days} />)
  const dates = ['Jan 3', 'Jan 10', 'Jan 17', 'Jan 24', 'Jan 31'].map((text) =>
    page.getByText(text, { exact: true }).element(),
  )
  const { right } = page.getByRole('slider').element().getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(dates.at(-1)!)
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(right + 1)
})

it('says the figures of a day by keyboard and by pointer', async () => {
  await draw(<Chart />)
  const day = page.getByRole('slider', { name: 'Questions per day, day' })
  await userEvent.tab()
  await expect.element(day).toHaveFocus()
  await expect.element(page.getByText('Jan 31, 2026 · Answered: 2 · Not answered: 3')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('Jan 30, 2026 · Answered: 1 · Not answered: 0')).toBeVisible()
  await expect.element(day).toHaveAttribute('aria-valuetext', 'Jan 30, 2026 · Answered: 1 · Not answered: 0')
  const { width, height } = day.element().getBoundingClientRect()
  await userEvent.hover(day, { position: { x: width - 4, y: height / 2 } })
  await expect.element(page.getByText('Jan 31, 2026 · Answered: 2 · Not answered: 3')).toBeVisible()
})

it('[ux 16] lays days out in the direction of reading, bars and pointer alike', async () => {
  document.documentElement.dir = 'rtl'
  await draw(<Chart />)
  const day = page.getByRole('slider', { name: 'Questions per day, day' })
  const { height } = day.element().getBoundingClientRect()
  await userEvent.hover(day, { position: { x: 4, y: height / 2 } })
  await expect.element(page.getByText('Jan 31, 2026 · Answered: 2 · Not answered: 3')).toBeVisible()
  const bars = page.getByRole('img', { name: /Questions per day/ })
  // What points onward is turned by base.css (tests/e2e/direction.spec.ts).
  await expect.element(bars).toHaveAttribute('data-directional')
  document.documentElement.removeAttribute('dir')
})
