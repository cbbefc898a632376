import { nearnessOf, surplusOf } from '../../knowledge/retrieval/evidence.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import type { Nearness } from '../../knowledge/retrieval/nearness.ts'
import { type Candidate, candidatesOf, type Scored, scored } from './candidates.ts'
import { readByMeaning } from './quotes-by-meaning.ts'
import type { Window } from './windows.ts'

const QUOTED_MAX = 3
/** One passage does not take all the room: what was found second may be what was asked for. */
const QUOTED_OF_A_PASSAGE = 2
/** Where a passage is as near as this, only what is as good as the best quote is added. */
const NEARNESS_SURE = 1.1
const WORTH_ADDING = { unsure: 0.8, sure: 0.98 }
/** A quote with less evidence than this would be one that nobody asked for. */
const EVIDENCE_WORTH_ADDING = -0.5

/**
 * What can be quoted for a question, best first: `quotes` where there is an answer, for which `evidence` is 0 or more,
 * else `nearest`.
 */
export type Reading = { quotes: Window[]; nearest: Window[]; evidence: number }

const touches = (a: Window, b: Window) =>
  a.hit.passageId === b.hit.passageId &&
  a.start < b.start + b.quote.length &&
  b.start < a.start + a.quote.length

/** The best windows, best first, that neither overlap nor say the same twice. */
const distinct = <One extends Scored>(windows: One[]) => {
  const chosen: One[] = []
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === QUOTED_MAX) break
    const ofPassage = chosen.filter(({ hit }) => hit.passageId === window.hit.passageId).length
    if (
      ofPassage < QUOTED_OF_A_PASSAGE &&
      !chosen.some((other) => touches(other, window) || other.quote === window.quote)
    )
      chosen.push(window)
  }
  return chosen
}

/** By words and by the places of passages; quotes nothing that a reranker found beside the question. */
const readByWords = (candidates: Candidate[], hits: Hit[]): Reading => {
  const all = candidates.map(scored)
  const ranked = distinct(all.filter(({ hit }) => hit.relevance === null || surplusOf(hit) >= 0))
  const best = ranked[0]
  const worth = best && nearnessOf(best.hit) >= NEARNESS_SURE ? WORTH_ADDING.sure : WORTH_ADDING.unsure
  return {
    quotes: ranked.filter(({ score }) => score >= (best?.score ?? 0) * worth),
    nearest: distinct(all),
    evidence: Math.max(...hits.map(surplusOf)),
  }
}

/** Chooses what is quoted of passages: by words and, where a model can tell, by the meaning of each quote. */
export const createReader =
  (nearness: Nearness | null) =>
  async (question: string, hits: Hit[], words: QuestionWord[]): Promise<Reading> => {
    const candidates = candidatesOf(hits, words)
    // A reranker has read question and passage together: no comparison knows more.
    const isReranked = hits.some(({ relevance }) => relevance !== null)
    const read = nearness && !isReranked ? await readByMeaning(question, candidates, nearness) : null
    if (!read) return readByWords(candidates, hits)
    const nearest = distinct(read)
    return {
      quotes: nearest.filter(({ evidence }) => evidence >= EVIDENCE_WORTH_ADDING),
      nearest,
      evidence: Math.max(...read.map(({ evidence }) => evidence)),
    }
  }
