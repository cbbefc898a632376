import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BlockKind, textBuilder } from '../../../server/knowledge/ingestion/extracted.ts'
import { sentencesOf } from '../../../server/knowledge/ingestion/sentences.ts'
import { split, WHOLE_LENGTH } from '../../../server/knowledge/ingestion/split.ts'
import { RUNS } from '../../harness/runs.ts'

type Part = { heading: number; text: string } | { kind: BlockKind; text: string; page: number | null }

const word = fc.stringMatching(/^[a-zäß0-9]{1,12}$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `${words.join(' ')}. `)
const prose = fc
  .array(sentence, { minLength: 1, maxLength: 40 })
  .map((sentences) => sentences.join('').trim())
const unbroken = fc.integer({ min: 1, max: 4_000 }).map((length) => '𝒙'.repeat(length))
const lines = fc
  .array(word, { minLength: 1, maxLength: 300 })
  .map((rows) => rows.map((row) => `| ${row} |`).join('\n'))
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ heading: fc.integer({ min: 1, max: 4 }), text: word }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.oneof(prose, unbroken),
    page: fc.constantFrom(null, 1, 2),
  }),
  fc.record({
    kind: fc.constantFrom('table' as const, 'code' as const, 'list' as const, 'record' as const),
    text: lines,
    page: fc.constant(null),
  }),
)

const extractedFrom = (parts: Part[]) => {
  const builder = textBuilder()
  for (const one of parts) {
    if ('heading' in one) builder.heading(one.heading, one.text)
    else builder.add(one.kind, one.text, one.page)
  }
  return builder.finish('', 'test')
}

const letters = (text: string) => text.replace(/\s+/g, '')

describe('the splitter', () => {
  it('gives true offsets, in order, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const extracted = extractedFrom(parts)
        const passages = split(extracted)
        let end = 0
        passages.forEach((passage, index) => {
          expect(passage.position).toBe(index)
          expect(passage.charStart).toBeGreaterThanOrEqual(end)
          expect(extracted.text.slice(passage.charStart, passage.charEnd)).toBe(passage.content)
          expect(/\p{Surrogate}/u.test(passage.content)).toBe(false)
          end = passage.charEnd
        })
        const said = passages.map(({ content, headingPath }) => headingPath.join('') + content).join('')
        const covered = letters(passages.map(({ content }) => content).join(''))
        const body = extracted.blocks
          .filter(({ kind }) => kind !== 'heading')
          .map((block) => extracted.text.slice(block.start, block.end))
        for (const text of body) expect(covered).toContain(letters(text))
        for (const { kind, start, end } of extracted.blocks)
          if (kind === 'heading') expect(said).toContain(extracted.text.slice(start, end))
      }),
      { numRuns: RUNS },
    )
  })

  it('keeps passages to their length, and tables and code whole up to theirs', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        for (const { content } of split(extractedFrom(parts))) {
          const whole = content.startsWith('|') || content.startsWith('```')
          expect(content.length).toBeLessThanOrEqual(whole ? WHOLE_LENGTH : 1_200)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('keeps passages to the size that is asked for', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.integer({ min: 300, max: 2_400 }),
        (parts, passage_size) => {
          for (const { content } of split(extractedFrom(parts), { passage_size, passage_overlap: 0 })) {
            const whole = content.startsWith('|') || content.startsWith('```')
            expect(content.length).toBeLessThanOrEqual(whole ? WHOLE_LENGTH : passage_size)
          }
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('lets passages overlap by whole sentences and lines, by no more than is asked for', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 150 }), (parts, overlap) => {
        const extracted = extractedFrom(parts)
        const plain = split(extracted, { passage_size: 300, passage_overlap: 0 })
        const passages = split(extracted, { passage_size: 300, passage_overlap: overlap })
        expect(passages.map(({ charEnd }) => charEnd)).toEqual(plain.map(({ charEnd }) => charEnd))
        passages.forEach(({ content, charStart, charEnd, headingPath, page }, index) => {
          const own = plain[index]!
          expect(extracted.text.slice(charStart, charEnd)).toBe(content)
          expect(own.charStart - charStart).toBeLessThanOrEqual(overlap)
          if (charStart === own.charStart) return
          const before = plain[index - 1]!
          expect(charStart).toBeGreaterThan(before.charStart)
          expect([headingPath, page]).toEqual([before.headingPath, before.page])
          // What is repeated begins where a sentence or a line does.
          expect(extracted.text.slice(0, charStart)).toMatch(/(?:^|[.\n]\s*)$/)
        })
      }),
      { numRuns: RUNS },
    )
  })

  it('repeats the sentences before a passage, and no rows of a table', () => {
    const text = 'This is a sentence of some length that ends here. '.repeat(60).trim()
    const rows = Array.from({ length: 400 }, (_, row) => `| row ${row} |`).join('\n')
    const cut = (part: Part) =>
      split(extractedFrom([part]), { passage_size: 300, passage_overlap: 110 }).map(
        ({ charStart, charEnd }) => [charStart, charEnd] as const,
      )
    const prose = cut({ kind: 'text', text, page: null })
    expect(prose.slice(1).map(([start], index) => prose[index]![1] - start)).toEqual(
      Array(prose.length - 1).fill(99),
    )
    const table = cut({ kind: 'table', text: rows, page: null })
    expect(table.length).toBeGreaterThan(2)
    for (const [index, [start]] of table.slice(1).entries()) expect(start).toBeGreaterThan(table[index]![1])
  })

  it('cuts prose between sentences', () => {
    const text = 'This is a sentence of some length that ends here. '.repeat(60).trim()
    const passages = split(extractedFrom([{ kind: 'text', text, page: null }]))
    expect(passages.length).toBeGreaterThan(2)
    for (const { content } of passages) expect(content).toMatch(/^This .* here\.$/s)
  })

  it('never puts two sections or two pages into one passage', () => {
    const passages = split(
      extractedFrom([
        { heading: 1, text: 'One' },
        { kind: 'text', text: 'a.', page: 1 },
        { kind: 'text', text: 'b.', page: 1 },
        { kind: 'text', text: 'c.', page: 2 },
        { heading: 2, text: 'Two' },
        { kind: 'text', text: 'd.', page: 2 },
      ]),
    )
    expect(passages.map(({ content, page, headingPath }) => [content, page, headingPath])).toEqual([
      ['a.\n\nb.', 1, ['One']],
      ['c.', 2, ['One']],
      ['d.', 2, ['One', 'Two']],
    ])
  })

  it('makes a passage of a heading with nothing below it', () => {
    const passages = split(extractedFrom([{ heading: 1, text: 'Closed on Sundays' }]))
    expect(passages.map(({ content }) => content)).toEqual(['Closed on Sundays'])
  })
})

describe('sentences', () => {
  it('[knowledge low] do not end in an address', () => {
    const text = 'See https://acme.test/pay?d=1&e=2 for it. It is new. Ready?'
    expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'See https://acme.test/pay?d=1&e=2 for it.',
      'It is new.',
      'Ready?',
    ])
  })

  it('are not ended by abbreviations', () => {
    const text = 'Use wax, e.g. No. 5 by Mr. Holm. Then wait. Ready?'
    expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Use wax, e.g. No. 5 by Mr. Holm.',
      'Then wait.',
      'Ready?',
    ])
  })
})
