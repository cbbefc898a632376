import { expect, it } from 'vitest'
import { MarkedExcerpt } from '../../../src/ui/conversations/conversation/marked-excerpt.tsx'
import { MarkedText } from '../../../src/ui/conversations/conversation/reader.tsx'
import { draw } from '../../harness/view.tsx'

const CONTENT = 'Goods may be returned within 30 days of delivery, unworn.'
const span = (words: string) => ({
  start: CONTENT.indexOf(words),
  end: CONTENT.indexOf(words) + words.length,
})

it('marks each of several places and loses no word', async () => {
  const { container } = await draw(
    <MarkedText content={CONTENT} marks={[span('returned'), span('unworn')]} />,
  )
  expect(container.textContent).toBe(CONTENT)
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'returned',
    'unworn',
  ])
})

it('shows an excerpt around the marks, at whole words', async () => {
  const { container } = await draw(
    <MarkedExcerpt content={CONTENT} marks={[span('within 30 days')]} around={12} />,
  )
  expect(container.textContent).toBe('…returned within 30 days of…')
})

it.each(['Outsole', '| Outsole | 85 euros |'])(
  '[43.1] shows the table of an excerpt like other passages, with %s marked',
  async (words) => {
    const table = '| Repair | Price |\n| --- | --- |\n| Outsole | 85 euros |'
    const start = table.indexOf(words)
    const marks = [{ start, end: start + words.length }]
    const { container } = await draw(<MarkedExcerpt content={table} marks={marks} around={90} />)
    expect(container.textContent).toBe('Repair: Outsole. Price: 85 euros.')
    expect(container.querySelector('mark')?.textContent).toMatch(/^Outsole/)
  },
)

it('[43.1] shows the table of an unmarked excerpt like other passages', async () => {
  const table = '| Repair | Price |\n| --- | --- |\n| Outsole | 85 euros |'
  const { container } = await draw(<MarkedExcerpt content={table} marks={[]} around={90} />)
  expect(container.textContent).toBe('Repair: Outsole. Price: 85 euros.')
})
