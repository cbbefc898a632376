import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnswerEvent,
  NOT_FOUND_TEXT,
  NOTHING_TO_SEARCH_TEXT,
} from '../../../server/answering/answerer.ts'
import { createExtractiveAnswerer } from '../../../server/answering/extractive.ts'
import { searchTextFor } from '../../../server/answering/follow-up.ts'
import { statementsOf } from '../../../server/answering/statements.ts'
import { meaningfulWords } from '../../../server/answering/words.ts'
import { createEmbeddedEmbedder } from '../../../server/retrieval/embedded-embedder.ts'
import type { Embedder } from '../../../server/retrieval/embedder.ts'
import type { Hit } from '../../../server/retrieval/search.ts'
import { startWorker } from '../../../server/workers.ts'
import { hit, STYLE } from './hits.ts'

describe('the extractive answerer', () => {
  let embedder: Embedder
  beforeAll(() => {
    embedder = createEmbeddedEmbedder({ startWorker: () => startWorker('retrieval/embed') })
  })
  afterAll(() => embedder.close())

  const answer = async (question: string, hits: Hit[], changes = {}) => {
    const events: AnswerEvent[] = []
    const input = { question, history: [], hits, searched: hits.length, answerable: true, style: STYLE }
    const signal = new AbortController().signal
    for await (const event of createExtractiveAnswerer({ embedder }).answer({ ...input, signal, ...changes }))
      events.push(event)
    const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('')
    const citations = events.flatMap((event) => (event.type === 'citations' ? event.citations : []))
    return { events, text, citations, done: events.at(-1) }
  }

  it('quotes the sentence that answers, with its place', async () => {
    const content =
      'The boiler room is in the cellar. The boiler is serviced every second spring. Keep the door shut.'
    const { text, citations, done } = await answer('How often is the boiler serviced?', [hit(content)])
    expect(text).toMatch(/^The boiler is serviced every second spring\. \[1\]/)
    expect(citations[0]).toMatchObject({ n: 1, quote: 'The boiler is serviced every second spring.' })
    expect(content.slice((citations[0]?.char_start ?? 0) - 100, (citations[0]?.char_end ?? 0) - 100)).toBe(
      citations[0]?.quote,
    )
    expect(done).toEqual({ type: 'done', answered: true })
  })

  it('gives its citations before its words, and its words in pieces', async () => {
    const { events } = await answer('When is the boiler serviced?', [
      hit('The boiler is serviced every second spring.'),
    ])
    expect(events[0]?.type).toBe('citations')
    expect(events.filter(({ type }) => type === 'token').length).toBeGreaterThan(2)
  })

  it('reads a row of a table with its headers', async () => {
    const table = '| Repair | Price |\n| --- | --- |\n| New heel | 35 euros |\n| New zip | 45 euros |'
    const { text, citations } = await answer('What is the price of a new heel?', [hit(table)])
    expect(text).toContain('Repair: New heel; Price: 35 euros [1]')
    expect(citations[0]?.quote).toBe('| New heel | 35 euros |')
  })

  it('[S40] escapes what Markdown or a marker would take for its own', async () => {
    const { text } = await answer('What about the boiler?', [
      hit('The boiler has [a link](http://evil.test/x) and <b>tags</b> and [7].'),
    ])
    expect(text).toContain('\\[a link\\](http://evil.test/x) and \\<b\\>tags\\</b\\> and \\[7\\].')
  })

  it('says plainly that the documents do not hold it', async () => {
    const off = await answer('Who won the cup?', [hit('The boiler is red.')], { answerable: false })
    expect(off).toMatchObject({
      text: NOT_FOUND_TEXT,
      citations: [],
      done: { type: 'done', answered: false },
    })
    const far = await answer('Who won the world cup in football?', [
      hit('Water boils at a hundred degrees.', { score: 0.1 }),
    ])
    expect(far.text).toBe(NOT_FOUND_TEXT)
  })

  it('says when there is nothing to search', async () => {
    expect((await answer('Anything?', [], { answerable: false })).text).toBe(NOTHING_TO_SEARCH_TEXT)
  })

  it('refuses in the words of its owner, and leaves citations off where they are off', async () => {
    const style = { ...STYLE, refusal_message: 'Ask Ada.', show_citations: false }
    expect((await answer('Anything?', [], { answerable: false, style })).text).toBe('Ask Ada.')
    const found = hit('The boiler is serviced every second spring.')
    const { text, citations } = await answer('How often is the boiler serviced?', [found], { style })
    expect(text).toBe('The boiler is serviced every second spring.')
    expect(citations).toEqual([])
  })
})

describe('statements', () => {
  const texts = (content: string, isRecords = false) =>
    statementsOf(content, isRecords).map(({ text }) => text)

  it('are sentences, whole lists, rows with their headers and records', () => {
    expect(texts('One thing. Another thing.')).toEqual(['One thing.', 'Another thing.'])
    expect(texts('Do this:\n\n1. First. Slowly.\n2. Then.')).toEqual([
      'Do this:',
      '1. First. Slowly.\n2. Then.',
    ])
    expect(texts('| A | B |\n| --- | --- |\n| 1 | |')).toEqual(['A: 1'])
    expect(texts('Note: Mon. Fri; Price: 3', true)).toEqual(['Note: Mon. Fri; Price: 3'])
  })

  it('take the sentence before with one that leans on it', () => {
    expect(texts('The lamp blinks. This means water.')).toEqual([
      'The lamp blinks.',
      'The lamp blinks. This means water.',
    ])
  })

  it('part a list that is too long to be quoted whole', () => {
    const list = Array.from({ length: 30 }, (_, n) => `- Item number ${n} has a few words.`).join('\n')
    expect(texts(list)).toHaveLength(30)
  })

  it('are literal parts of their passage', () => {
    const content =
      '- a b\n- c d\n\nProse here. It goes on.\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode()\n```'
    for (const { quote, start } of statementsOf(content))
      expect(content.slice(start, start + quote.length)).toBe(quote)
  })
})

describe('words', () => {
  it('are compared by stem and numbers by value', () => {
    expect(meaningfulWords('returned boots of 27.0 cm')).toEqual(meaningfulWords('returns boot 27 cm'))
  })
})

describe('a follow-up', () => {
  const history = [{ question: 'How do I wax boots?', answer: 'With a cloth.' }]
  it('is searched together with what it leans on', () => {
    expect(searchTextFor('And how often?', history)).toBe('How do I wax boots?\nAnd how often?')
    expect(searchTextFor('Is it waterproof?', history)).toBe('How do I wax boots?\nIs it waterproof?')
    expect(searchTextFor('What does a new sole cost?', history)).toBe('What does a new sole cost?')
    expect(searchTextFor('And how often?', [])).toBe('And how often?')
  })
})
