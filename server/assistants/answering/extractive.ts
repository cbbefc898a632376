import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type Answerer, citationOf } from './answerer.ts'
import { datedWhereContradicting } from './contradictions.ts'
import { searchTextFor } from './follow-up.ts'
import { quotedText } from './quoted.ts'
import { createReader } from './quotes.ts'
import { refusalOf, refusalsFor, spokenFor } from './refusal.ts'

const dateIn = (language: string, date: Date) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** The answerer without a model: quotes what stands nearest to the question in the best passages, each with its source. */
export const createExtractiveAnswerer = (read = createReader(null)): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer({ question: asked, history, hits, words, style, signal, ...found }) {
    const { quotes, nearest, evidence } = await read(searchTextFor(asked, history), hits, words)
    const isAnswered = evidence >= 0
    const chosen = datedWhereContradicting(isAnswered ? quotes : nearest)
    const isCited = style.show_citations && (isAnswered || style.refusal_message === '')
    if (isCited && chosen.length > 0)
      yield {
        type: 'citations',
        citations: chosen.map(({ window: { hit, quote } }, index) => citationOf(index + 1, hit, quote)),
      }
    const markers = chosen.map((_, index) => (isCited ? `[${index + 1}]` : ''))
    const given = { question: asked, hits, style }
    const refusal = () => [
      refusalOf({ ...found, ...given }),
      ...(isCited && chosen.length > 0 ? [refusalsFor(given).nearest, ...markers] : []),
    ]
    const answer = () => [
      ...(chosen.some(({ date }) => date) ? [refusalsFor(given).disagree] : []),
      ...chosen.flatMap(({ window, date }, index) => [
        ...(date ? [`*${dateIn(spokenFor(given), date)}*`] : []),
        quotedText(window, markers[index] ?? ''),
      ]),
    ]
    const text = isAnswered ? answer().join('\n\n') : refusal().join(' ')
    for await (const token of inWords(text)) {
      if (signal.aborted) return
      yield token
    }
    yield { type: 'done', answered: isAnswered }
  },
})

const WORDS_AT_ONCE = 3

async function* inWords(text: string) {
  const words = text.split(/(?<=\S)(?=\s)/)
  for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
    yield { type: 'token' as const, text: words.slice(at, at + WORDS_AT_ONCE).join('') }
    await yieldToOthers()
  }
}
