import { expect, it } from 'vitest'
import { MarkedText } from '../../../src/ui/conversations/conversation/marked-text.tsx'
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

it('shows an excerpt around the marks, at whole words, and of tables only the cells', async () => {
  const { container } = await draw(
    <MarkedText content={CONTENT} marks={[span('within 30 days')]} around={12} />,
  )
  expect(container.textContent).toBe('…returned within 30 days of…')
  const table = '| Repair | Price |\n| --- | --- |\n| Outsole | 85 euros |'
  const start = table.indexOf('Outsole')
  const drawn = await draw(<MarkedText content={table} marks={[{ start, end: start + 7 }]} around={90} />)
  expect(drawn.container.textContent).toBe('Repair · Price · Outsole · 85 euros')
})
