import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type Answerer, citationOf } from './answerer.ts'
import { dateContradictingQuotes } from './contradictions.ts'
import { searchTextFor } from './follow-up.ts'
import { quoteMarkdown } from './quote-markdown.ts'
import { createQuoteSelector } from './quotes.ts'
import { answerLanguageFor, refusalOf, refusalsFor } from './refusal.ts'

const dateIn = (language: string, date: Date) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** Answers without a language model, by quoting the best matches with their sources. */
export const createExtractiveAnswerer = (selectQuotes = createQuoteSelector(null)): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer({ question, history, hits, words, style, signal, ...found }) {
    const { quotes, nearest, evidence } = await selectQuotes(searchTextFor(question, history), hits, words)
    const isAnswered = evidence >= 0
    const chosen = dateContradictingQuotes(isAnswered ? quotes : nearest)
    const isCited = style.show_citations && (isAnswered || style.refusal_message === '')
    if (isCited && chosen.length > 0)
      yield {
        type: 'citations',
        citations: chosen.map(({ window: { hit, quote } }, index) => citationOf(index + 1, hit, quote)),
      }
    const markers = chosen.map((_, index) => (isCited ? `[${index + 1}]` : ''))
    const given = { question, hits, style }
    const refusal = () => [
      refusalOf({ ...found, ...given }),
      ...(isCited && chosen.length > 0 ? [refusalsFor(given).nearest, ...markers] : []),
    ]
    const answer = () => [
      ...(chosen.some(({ date }) => date) ? [refusalsFor(given).disagree] : []),
      ...chosen.flatMap(({ window, date }, index) => [
        ...(date ? [`*${dateIn(answerLanguageFor(given), date)}*`] : []),
        quoteMarkdown(window, markers[index] ?? ''),
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

const WORDS_PER_TOKEN = 3

async function* inWords(text: string) {
  const words = text.split(/(?<=\S)(?=\s)/)
  for (let at = 0; at < words.length; at += WORDS_PER_TOKEN) {
    yield { type: 'token' as const, text: words.slice(at, at + WORDS_PER_TOKEN).join('') }
    await yieldToOthers()
  }
}
