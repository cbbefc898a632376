import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { isAnswer, nearnessOf } from '../retrieval/evidence.ts'
import type { Hit } from '../retrieval/hit.ts'
import type { QuestionWord } from '../retrieval/index/question-words.ts'
import { reciprocal } from '../retrieval/ranked.ts'
import { type Answerer, citationOf } from './answerer.ts'
import { searchTextFor } from './follow-up.ts'
import { fitsKind } from './kind.ts'
import { quotedText } from './quoted.ts'
import { refusalOf, refusalsFor } from './refusal.ts'
import { type Window, windowsOf } from './windows.ts'

const QUOTED_MAX = 4
const NEAREST_MAX = 3
/** One passage does not take all the room: what was found second may be what was asked for. */
const QUOTED_OF_A_PASSAGE = 2
/** Where a passage is as near as this, only what is nearly as good as the best quote is added. */
const NEARNESS_SURE = 1.1
const WORTH_ADDING = { unsure: 0.5, sure: 0.9 }
/** The answer comes first: a window is best made around the statement that holds most of the question. */
const FOCUS_WEIGHT = 0.3
/** Of the passage's place in the search, which knows meaning as well as words. */
const PASSAGE_WEIGHT = 2
/** Who asks how many is answered by a number. */
const KIND_BONUS = 0.12

type Scored = Window & { score: number }

const touches = (a: Window, b: Window) =>
  a.hit.passageId === b.hit.passageId &&
  a.start < b.start + b.quote.length &&
  b.start < a.start + a.quote.length

/** The best windows, best first, that neither overlap nor say the same twice. */
const distinct = (windows: Scored[], count: number) => {
  const chosen: Scored[] = []
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === count) break
    const ofPassage = chosen.filter(({ hit }) => hit.passageId === window.hit.passageId).length
    if (
      ofPassage < QUOTED_OF_A_PASSAGE &&
      !chosen.some((other) => touches(other, window) || other.quote === window.quote)
    )
      chosen.push(window)
  }
  return chosen
}

/** What a passage counts, between 0 and 1: its place and its relevance where a reranker gave them, else its place in the search. */
const passageScore = ({ relevance, score }: Hit, place: number) =>
  relevance === null ? score : (relevance * reciprocal(place)) / reciprocal(1)

const candidatesOf = (question: string, hits: Hit[], words: QuestionWord[]): Scored[] =>
  hits
    .flatMap((hit, index) => windowsOf(hit, words).map((window) => ({ window, place: index + 1 })))
    .map(({ window, place }) => ({
      ...window,
      score:
        window.coverage +
        FOCUS_WEIGHT * window.focus +
        PASSAGE_WEIGHT * passageScore(window.hit, place) +
        (fitsKind(question, window.quote) ? KIND_BONUS : 0),
    }))

/** What is quoted of these passages where they answer the question, best first; nothing that a reranker found beside it. */
export const quotesFor = (question: string, hits: Hit[], words: QuestionWord[]): Window[] => {
  const quotable = hits.filter((hit) => hit.relevance === null || isAnswer(hit))
  const ranked = distinct(candidatesOf(question, quotable, words), QUOTED_MAX)
  const best = ranked[0]
  if (!best) return []
  const worth = nearnessOf(best.hit) >= NEARNESS_SURE ? WORTH_ADDING.sure : WORTH_ADDING.unsure
  return ranked.filter(({ score }) => score >= best.score * worth)
}

/** The answerer without a model: quotes what stands nearest to the question in the best passages, each with its source. */
export const createExtractiveAnswerer = (): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer({ question: asked, history, hits, words, answerable, style, signal, ...found }) {
    const question = searchTextFor(asked, history)
    const isAnswered = answerable && hits.some(isAnswer)
    const chosen = isAnswered
      ? quotesFor(question, hits, words)
      : distinct(candidatesOf(question, hits, words), NEAREST_MAX)
    const isCited = style.show_citations && (isAnswered || style.refusal_message === '')
    if (isCited && chosen.length > 0)
      yield {
        type: 'citations',
        citations: chosen.map(({ hit, quote }, index) => citationOf(index + 1, hit, quote)),
      }
    const markers = chosen.map((_, index) => (isCited ? `[${index + 1}]` : ''))
    const given = { question: asked, hits, style }
    const refusal = () => [
      refusalOf({ ...found, ...given }),
      ...(isCited && chosen.length > 0 ? [refusalsFor(given).nearest, ...markers] : []),
    ]
    const text = isAnswered
      ? chosen.map((window, index) => quotedText(window, markers[index] ?? '')).join('\n\n')
      : refusal().join(' ')
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
