import { expect, it } from 'vitest'
import { withDoubts } from '../../src/ui/conversations/conversation/doubts.ts'

const span = (content: string, words: string) => {
  const start = content.indexOf(words)
  return { start, end: start + words.length }
}

it('[ux 1] [ux 2] marks a sentence behind its end, and the row of a table inside its last cell', () => {
  const content = 'It is red. It flies.\n\n| Size | Price |\n|---|---|\n| S | 10 euros |\n| M | 12 euros |\n'
  const marked = withDoubts(content, [span(content, 'It flies.'), span(content, '| M | 12 euros |')])
  expect(marked).toBe(
    'It is red. It flies. [0]\n\n| Size | Price |\n|---|---|\n| S | 10 euros |\n| M | 12 euros [0] |\n',
  )
})

it('[ux 9] tells a sentence that cites another passage from one that no passage supports', () => {
  const content = 'It is red [1]. It flies. [2]\nIt sings.'
  const marked = withDoubts(content, [
    span(content, 'It is red [1].'),
    span(content, 'It flies.'),
    span(content, 'It sings.'),
  ])
  expect(marked).toBe('It is red [1]. [999] It flies. [999] [2]\nIt sings. [0]')
})
