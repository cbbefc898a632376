import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarkerFilter } from '../../../server/assistants/answering/markers.ts'

const filtered = (chunks: string[], given = 3) => {
  const cited: number[] = []
  const filter = createMarkerFilter(
    (n) => n >= 1 && n <= given,
    (n) => {
      cited.push(n)
      return n
    },
  )
  const parts = chunks.map((chunk) => filter.push(chunk))
  return { text: parts.join('') + filter.end(), parts, cited }
}

/** The same text cut anywhere. */
const cut = (text: string, places: number[]) => {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end))
}

describe('citation markers in a stream', () => {
  it.each([
    ['keeps what was given', 'Yes [1] and no [3].', 'Yes [1] and no [3].', [1, 3]],
    ['removes what was not', 'Yes [4] and [0] and [99].', 'Yes and and.', []],
    ['parts a list', 'Yes [1, 2,9].', 'Yes [1][2].', [1, 2]],
    ['[knowledge low] says once what a list says twice', 'Yes [1,1].', 'Yes [1].', [1]],
    ['reads a range', 'Yes [1-3], no [2–3].', 'Yes [1][2][3], no [2][3].', [1, 2, 3, 2, 3]],
    [
      'reads what models learnt elsewhere',
      'A【1】 b 【2†page.html】 c [^3].',
      'A[1] b [2] c [3].',
      [1, 2, 3],
    ],
    ['leaves the text of a footnote alone', '[^1]: See the page.', '[^1]: See the page.', []],
    [
      'leaves other ranges alone',
      'Digits [0-9], rows [3-1] and [2–12].',
      'Digits [0-9], rows [3-1] and [2–12].',
      [],
    ],
    ['leaves links alone', 'See [1](https://x.test).', 'See [1](https://x.test).', []],
    ['leaves inline code alone', 'Use `a[1]` and `b[9]` [2].', 'Use `a[1]` and `b[9]` [2].', [2]],
    ['leaves code blocks alone', '```js\na[9]\n`x[8]`\n``` [1]', '```js\na[9]\n`x[8]`\n``` [1]', [1]],
    ['drops a marker that never ends', 'The end [1', 'The end', []],
  ])('%s', (_what, text, expected, cited) => {
    expect(filtered([text])).toMatchObject({ text: expected, cited })
  })

  it('holds back half a marker until it is whole', () => {
    expect(filtered(['Yes [', '1', '] so', ' [7', '] no']).parts).toEqual(['Yes', '', ' [1] so', '', ' no'])
  })

  it('gives the same result however the stream is split', () => {
    const piece = fc.constantFrom(
      'word ',
      '[1]',
      '[2, 3]',
      '[9]',
      ' [7-9]',
      '【2†a】',
      '[^1]',
      ' ',
      '`x[1]`',
      '```\n[7]\n```',
      '[',
      ']',
      '1',
      '`',
      ', ',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        (pieces, places) => {
          const text = pieces.join('')
          const chunks = cut(text, places)
          expect(chunks.join('')).toBe(text)
          expect(filtered(chunks).text).toBe(filtered([text]).text)
        },
      ),
    )
  })
})
