import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Embedder } from '../retrieval/embedder.ts'
import { evidenceOf, type Hit, isAnswer } from '../retrieval/search.ts'
import { dot } from '../retrieval/vectors.ts'
import { type Answerer, citationOf, refusalOf } from './answerer.ts'
import { searchTextFor } from './follow-up.ts'
import { fitsKind } from './kind.ts'
import { quotedText } from './quoted.ts'
import { type Window, windowsOf } from './windows.ts'

/** Each costs about 20 ms: the first words wait for them. */
const WINDOWS_COMPARED = 8
const QUOTED_MAX = 4
const NEAREST_MAX = 3
/** A further quote must be nearly as good as the best one, and more so where that one leaves little open. */
const WORTH_ADDING = { unsure: 0.7, sure: 0.9 }
const EVIDENCE_SURE = 1.1
/** The answer comes first: a window is best made around the statement that holds most of the question. */
const FOCUS_WEIGHT = 0.3
/** Who asks how many is answered by a number. */
const KIND_BONUS = 0.12

type Scored = Window & { score: number }

const textOf = ({ hit, quote }: Window) =>
  [hit.headingPath.at(-1) ?? hit.title, quote].filter(Boolean).join(': ')

const touches = (a: Window, b: Window) =>
  a.hit.passageId === b.hit.passageId &&
  a.start < b.start + b.quote.length &&
  b.start < a.start + a.quote.length

const byScore = (windows: Scored[]) => [...windows].sort((a, b) => b.score - a.score)

/** The best windows that do not overlap, nor say the same twice. */
const distinct = (windows: Scored[], count: number) => {
  const chosen: Scored[] = []
  for (const window of byScore(windows)) {
    if (chosen.length === count) break
    if (!chosen.some((other) => touches(other, window) || other.quote === window.quote)) chosen.push(window)
  }
  return chosen
}

/** The answerer without a model: quotes what stands nearest to the question in the best passages, each with its source. */
export const createExtractiveAnswerer = ({ embedder }: { embedder: Embedder }): Answerer => {
  /** Nearness in meaning counts as well, where the model knows the language. */
  const compared = async (question: string, windows: Scored[]): Promise<Scored[]> => {
    if (windows.every(({ hit }) => hit.cosine === null)) return windows
    const [asked, ...vectors] = await embedder.embed([question, ...windows.map(textOf)], 'now')
    return windows.map((window, index) => {
      const vector = vectors[index]
      const cosine = asked && vector && window.hit.cosine !== null ? dot(asked, vector) : 0
      return { ...window, score: window.score + cosine }
    })
  }

  const candidatesOf = (question: string, hits: Hit[], words: Parameters<typeof windowsOf>[1]) =>
    hits
      .flatMap((hit) => windowsOf(hit, words))
      .map((window) => ({
        ...window,
        score:
          window.coverage +
          FOCUS_WEIGHT * window.focus +
          window.hit.score +
          (fitsKind(question, window.quote) ? KIND_BONUS : 0),
      }))

  return {
    mode: 'quoted',
    model: null,
    async *answer({ question: asked, history, hits, searched, words, answerable, style, signal }) {
      const question = searchTextFor(asked, history)
      const candidates = distinct(candidatesOf(question, hits, words), WINDOWS_COMPARED)
      const ranked = byScore(await compared(question, candidates))
      const best = ranked[0]
      const isAnswered = answerable && best !== undefined && isAnswer(best.hit)
      const worth = best && evidenceOf(best.hit) >= EVIDENCE_SURE ? WORTH_ADDING.sure : WORTH_ADDING.unsure
      const chosen = isAnswered
        ? ranked.filter(({ score }) => score >= best.score * worth).slice(0, QUOTED_MAX)
        : ranked.slice(0, NEAREST_MAX)
      const isCited = style.show_citations && (isAnswered || style.refusal_message === '')
      if (isCited && chosen.length > 0)
        yield {
          type: 'citations',
          citations: chosen.map(({ hit, quote }, index) => citationOf(index + 1, hit, quote)),
        }
      const markers = chosen.map((_, index) => (isCited ? `[${index + 1}]` : ''))
      const text = isAnswered
        ? chosen.map((window, index) => quotedText(window, markers[index] ?? '')).join('\n\n')
        : [
            refusalOf({ searched, style }),
            ...(isCited && chosen.length > 0 ? [NEAREST, ...markers] : []),
          ].join(' ')
      for await (const token of inWords(text)) {
        if (signal.aborted) return
        yield token
      }
      yield { type: 'done', answered: isAnswered }
    },
  }
}

const NEAREST = 'The nearest passages:'
const WORDS_AT_ONCE = 3

async function* inWords(text: string) {
  const words = text.split(/(?<=\S)(?=\s)/)
  for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
    yield { type: 'token' as const, text: words.slice(at, at + WORDS_AT_ONCE).join('') }
    await yieldToOthers()
  }
}
