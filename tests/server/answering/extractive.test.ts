import { describe, expect, it } from 'vitest'
import type { AnswerEvent } from '../../../server/assistants/answering/answerer.ts'
import { createExtractiveAnswerer } from '../../../server/assistants/answering/extractive.ts'
import { searchTextFor } from '../../../server/assistants/answering/follow-up.ts'
import { createQuoteSelector } from '../../../server/assistants/answering/quotes.ts'
import { REFUSALS } from '../../../server/assistants/answering/refusal.ts'
import { statementsOf } from '../../../server/assistants/answering/statements.ts'
import { meaningfulWords } from '../../../server/assistants/answering/words.ts'
import type { Hit } from '../../../server/knowledge/retrieval/hit.ts'
import { hit, STYLE, wordsOf } from './hits.ts'

/** Nothing speaks for the passage. */
const FAR = { coverage: 0, cosine: 0.2, score: 0.1 }

describe('the extractive answerer', () => {
  const answer = async (question: string, hits: Hit[], changes = {}, read = createQuoteSelector(null)) => {
    const events: AnswerEvent[] = []
    const words = wordsOf(question, hits)
    const input = {
      question,
      history: [],
      hits,
      searched: hits.length,
      words,
      languageUnknown: false,
      style: STYLE,
    }
    const signal = new AbortController().signal
    for await (const event of createExtractiveAnswerer(read).answer({ ...input, signal, ...changes }))
      events.push(event)
    const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('')
    const citations = events.flatMap((event) => (event.type === 'citations' ? event.citations : []))
    return { events, text, citations, done: events.at(-1) }
  }

  it('quotes the sentence that answers with what stands around it, and its place', async () => {
    const content =
      'The boiler room is in the cellar. The boiler is serviced every second spring. Keep the door shut.'
    const { text, citations, done } = await answer('How often is the boiler serviced?', [hit(content)])
    expect(text).toBe(`${content} [1]`)
    expect(citations[0]).toMatchObject({ n: 1, quote: content })
    expect(content.slice((citations[0]?.char_start ?? 0) - 100, (citations[0]?.char_end ?? 0) - 100)).toBe(
      citations[0]?.quote,
    )
    expect(done).toEqual({ type: 'done', answered: true })
  })

  describe('where a reranker has read the passages', () => {
    const far = { cosine: 0, coverage: 0.1, score: 0.2 }
    const near = { cosine: 0.9, coverage: 1, score: 1 }
    const boiler = hit('The boiler is serviced every second spring.', near)
    const heating = hit('Maintenance of the heating takes place biennially.', {
      ...far,
      passageId: 'heating',
    })

    it('its relevance decides what is quoted', async () => {
      const { citations, done } = await answer('How often is the boiler serviced?', [
        { ...heating, rerankScore: 4, relevance: 0.98 },
        { ...boiler, rerankScore: -6, relevance: 0.002 },
      ])
      expect(citations.map(({ quote }) => quote)).toEqual([heating.content])
      expect(done).toEqual({ type: 'done', answered: true })
    })

    it('its relevance decides whether anything answers', async () => {
      const { done } = await answer('How often is the boiler serviced?', [
        { ...boiler, rerankScore: -6, relevance: 0.002 },
      ])
      expect(done).toEqual({ type: 'done', answered: false })
    })
  })

  it('refuses where the passages that match ask the question only, and quotes no other as its answer', async () => {
    const asks = hit('- How do I reset my password?\n- Where do I find my invoices?', { passageId: 'asks' })
    const other = hit('The parking garage closes at nine.', { ...FAR, passageId: 'other' })
    for (const hits of [[asks], [asks, other]]) {
      const { text, done } = await answer('How do I reset my password?', hits)
      expect(done).toEqual({ type: 'done', answered: false })
      expect(text).not.toBe('')
    }
  })

  it('gives its citations before its words, and its words in pieces', async () => {
    const { events } = await answer('When is the boiler serviced?', [
      hit('The boiler is serviced every second spring.'),
    ])
    expect(events[0]?.type).toBe('citations')
    expect(events.filter(({ type }) => type === 'token').length).toBeGreaterThan(2)
  })

  describe('a row of a table', () => {
    const table =
      '| Repair | Price | Duration |\n| --- | --- | --- |\n| New heel | 35 euros | 3 days |\n| New \\* zip | 45 euros | a week |'

    it('[answers 6] is a small table, and the cell that was asked for stands out', async () => {
      const { text, citations } = await answer('What is the price of a new heel?', [hit(table)])
      expect(text.split('\n\n')[0]).toBe(
        '| Repair | Price | Duration |\n| --- | --- | --- |\n| New heel | **35 euros** [1] | 3 days |',
      )
      expect(citations[0]?.quote).toBe('| New heel | 35 euros | 3 days |')
    })

    it('has no cell that stands out where the question names none', async () => {
      const { text } = await answer('What about the heel?', [hit(table)])
      expect(text).toContain('| New heel | 35 euros | 3 days [1] |')
    })

    it('of a file of records is one as well', async () => {
      const records = 'Country: France; Delivery: 3 days; Price: 9 euros; from 2; Note: signed'
      const { text } = await answer('What is the price to France?', [hit(records, { documentName: 'a.csv' })])
      expect(text).toBe(
        '| Country | Delivery | Price | Note |\n| --- | --- | --- | --- |\n| France | 3 days | **9 euros; from 2** [1] | signed |',
      )
    })

    it('without names of columns is read as it is', async () => {
      const { text } = await answer('How much is a new heel?', [hit('| New heel | 35 euros |')])
      expect(text).toBe('New heel; 35 euros [1]')
    })
  })

  it('[S40] escapes characters of Markdown and of citation markers', async () => {
    const { text } = await answer('What about the boiler?', [
      hit('The boiler has [a link](http://evil.test/x) and <b>tags</b> and [7].'),
    ])
    expect(text).toContain('\\[a link\\](http://evil.test/x) and \\<b\\>tags\\</b\\> and \\[7\\].')
  })

  it('says that the documents do not contain it, and names the closest passages', async () => {
    const off = await answer('Who won the cup?', [hit('The boiler is red.', FAR)])
    expect(off).toMatchObject({
      text: `${REFUSALS.en.notFound} The nearest passages: [1]`,
      citations: [{ n: 1, quote: 'The boiler is red.' }],
      done: { type: 'done', answered: false },
    })
    const water = hit('Water boils at a hundred degrees.', FAR)
    const far = await answer('Who won the world cup in football?', [water])
    expect(far.done).toEqual({ type: 'done', answered: false })
  })

  it('[36.3] answers by what means the same, however few words the question shares with it', async () => {
    const [question, hits] = [
      'Wie oft wird der Kessel gewartet?',
      [hit('Every second spring.', { ...FAR, score: 1 })],
    ]
    expect((await answer(question, hits)).done).toMatchObject({ answered: false })
    const read = createQuoteSelector(async (_, quotables) => quotables.map(() => 2))
    expect((await answer(question, hits, {}, read)).done).toMatchObject({ answered: true })
  })

  it('quotes a sentence with the code that it announces, as code, and its marker outside of it', async () => {
    const content = 'To build the kernel run:\n\n```\nmake deb-pkg\n```\n\nNothing else is needed.'
    const { text, citations } = await answer('How do I build the kernel?', [hit(content)])
    expect(text).toBe('To build the kernel run:\n\n```\nmake deb-pkg\n```\n\n[1]')
    expect(content).toContain(citations[0]?.quote)
  })

  it('does not quote a question for its answer', async () => {
    const content = 'How often is the boiler serviced? Every second spring, the boiler is serviced by Ada.'
    const { text } = await answer('How often is the boiler serviced?', [hit(content)])
    expect(text).toMatch(/^Every second spring/)
  })

  it('relies on words alone where the model does not know the language', async () => {
    const content = 'Der Kessel wird in jedem zweiten Frühling gewartet.'
    const german = hit(content, { language: 'deu', cosine: null })
    expect((await answer('Wann wird der Kessel gewartet?', [german])).done).toEqual({
      type: 'done',
      answered: true,
    })
    const other = hit(content, { language: 'deu', cosine: null, coverage: 0.2 })
    expect((await answer('Was kostet ein neuer Brenner?', [other])).done).toEqual({
      type: 'done',
      answered: false,
    })
  })

  it.each([
    ['Wer hat den Pokal gewonnen?', 'auto', REFUSALS.de],
    ['Who won the cup?', 'auto', REFUSALS.en],
    ['Who won the cup?', 'fr', REFUSALS.fr],
    ['Qui a gagné la coupe du monde de football ?', 'auto', REFUSALS.fr],
    ['誰が優勝しましたか。', 'auto', REFUSALS.ja],
    // One word has no language: that of the nearest passage.
    ['Pokal?', 'auto', REFUSALS.de],
  ] as const)(
    'refuses “%s” in the language of the assistant (%s), else of the question',
    async (question, language, { notFound, nearest }) => {
      const german = hit('Der Kessel ist rot.', { ...FAR, language: 'deu' })
      const refused = await answer(question, [german], {
        style: { ...STYLE, language },
      })
      expect(refused.text).toBe(`${notFound} ${nearest} [1]`)
    },
  )

  it('says when there is nothing to search', async () => {
    expect((await answer('Anything?', [])).text).toBe(REFUSALS.en.nothingToSearch)
    const readiness = { ready: 0, total: 2 }
    expect((await answer('Anything?', [], { readiness })).text).toBe(
      'The documents are still being read: 0 of 2 so far. Ask again in a moment.',
    )
  })

  it('refuses in the words of its owner, and leaves citations off where they are off', async () => {
    const style = { ...STYLE, refusal_message: 'Ask Ada.', show_citations: false }
    expect((await answer('Anything?', [], { style })).text).toBe('Ask Ada.')
    const found = hit('The boiler is serviced every second spring.')
    const { text, citations } = await answer('How often is the boiler serviced?', [found], { style })
    expect(text).toBe('The boiler is serviced every second spring.')
    expect(citations).toEqual([])
  })
})

describe('statements', () => {
  const texts = (content: string, isRecords = false) =>
    statementsOf(content, isRecords).map(({ text }) => text)

  it('are sentences, items of lists, rows with their headers and records', () => {
    expect(texts('One thing. Another thing.')).toEqual(['One thing.', 'Another thing.'])
    expect(texts('Do this:\n\n1. First. Slowly.\n   Below it.\n2. Then.')).toEqual([
      'Do this:',
      'First. Slowly.\n   Below it.',
      'Then.',
    ])
    expect(texts('| A | B |\n| --- | --- |\n| 1 | |')).toEqual(['A: 1'])
    expect(texts('Note: Mon. Fri; Price: 3', true)).toEqual(['Note: Mon. Fri; Price: 3'])
  })

  it('are the sentences of an item that is too long to be quoted whole', () => {
    const sentences = Array.from({ length: 20 }, (_, n) => `Sentence number ${n} has a few words.`)
    expect(texts(`- ${sentences.join(' ')}`)).toEqual(sentences)
  })

  it('are blocks of code whole, without their fences', () => {
    expect(texts('Run:\n\n```sh\nmake\nmake install\n```')).toEqual(['Run:', 'make\nmake install'])
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
  it('is searched together with the question before it', () => {
    expect(searchTextFor('And how often?', history)).toBe('How do I wax boots?\nAnd how often?')
    expect(searchTextFor('Is it waterproof?', history)).toBe('How do I wax boots?\nIs it waterproof?')
    expect(searchTextFor('What does a new sole cost?', history)).toBe('What does a new sole cost?')
    expect(searchTextFor('And how often?', [])).toBe('And how often?')
    expect(searchTextFor('How do I contact IT?', history)).toBe('How do I contact IT?')
    expect(searchTextFor('How does IT wax it?', history)).toContain('\n')
    for (const question of [
      'Is there a discount for students?',
      'Wie viele Tage Urlaub gibt es?',
      'Y a-t-il des frais?',
      'Is it possible to pay by card?',
    ])
      expect(searchTextFor(question, history)).toBe(question)
    expect(searchTextFor('Und gibt es Rabatt?', history)).toContain('\n')
    expect(searchTextFor('Is there a discount on them?', history)).toContain('\n')
    for (const question of [
      'Is it allowed?',
      'Gibt es?',
      'Est-il permis ?',
      'IS IT WATERPROOF?',
      'WIE LANGE HÄLT ES?',
    ])
      expect(searchTextFor(question, history)).toBe(`How do I wax boots?\n${question}`)
  })
})
