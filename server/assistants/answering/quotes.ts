import { evidenceMargin, matchScoreOf } from '../../knowledge/retrieval/evidence.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import type { QuoteSimilarity } from '../../knowledge/retrieval/quote-similarity.ts'
import { type Candidate, candidatesOf, type Scored, scored } from './candidates.ts'
import { rateByMeaning } from './quotes-by-meaning.ts'
import type { Window } from './windows.ts'

const QUOTES_MAX = 3
/** Leaves room for the second-best passage, which may contain the answer. */
const QUOTES_PER_PASSAGE_MAX = 2
/** From this match score on, the best quote is a confident answer. */
const CONFIDENT_SCORE_MIN = 1.1
/** Minimum score of further quotes, as a share of the best score. */
const FURTHER_SHARE_MIN = { confident: 0.98, unsure: 0.8 }
/** Quotes with less evidence are off topic. */
const FURTHER_EVIDENCE_MIN = -0.5

/** Possible quotes, best first: `quotes` for an answer, which needs `evidence` of 0 or more; `nearest` for a refusal. */
export type QuoteSelection = { quotes: Window[]; nearest: Window[]; evidence: number }

const overlaps = (a: Window, b: Window) =>
  a.hit.passageId === b.hit.passageId &&
  a.start < b.start + b.quote.length &&
  b.start < a.start + a.quote.length

/** The best windows without overlaps and duplicates, best first. */
const distinct = <One extends Scored>(windows: One[]) => {
  const chosen: One[] = []
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === QUOTES_MAX) break
    const ofPassage = chosen.filter(({ hit }) => hit.passageId === window.hit.passageId).length
    if (
      ofPassage < QUOTES_PER_PASSAGE_MAX &&
      !chosen.some((other) => overlaps(other, window) || other.quote === window.quote)
    )
      chosen.push(window)
  }
  return chosen
}

/** Selects by word scores and passage scores; omits passages that a reranker found irrelevant. */
const selectByWords = (candidates: Candidate[], hits: Hit[]): QuoteSelection => {
  const all = candidates.map(scored)
  const ranked = distinct(all.filter(({ hit }) => hit.relevance === null || evidenceMargin(hit) >= 0))
  const best = ranked[0]
  const isConfident = best !== undefined && matchScoreOf(best.hit) >= CONFIDENT_SCORE_MIN
  const shareMin = isConfident ? FURTHER_SHARE_MIN.confident : FURTHER_SHARE_MIN.unsure
  return {
    quotes: ranked.filter(({ score }) => score >= (best?.score ?? 0) * shareMin),
    nearest: distinct(all),
    evidence: Math.max(...hits.map(evidenceMargin)),
  }
}

/** Selects quotes from passages by their words and, if a model can compare it, by their meaning. */
export const createQuoteSelector =
  (similarity: QuoteSimilarity | null) =>
  async (question: string, hits: Hit[], words: QuestionWord[]): Promise<QuoteSelection> => {
    const candidates = candidatesOf(hits, words)
    // A reranker reads question and passage together, which is more precise than comparing vectors.
    const isReranked = hits.some(({ relevance }) => relevance !== null)
    const rated = similarity && !isReranked ? await rateByMeaning(question, candidates, similarity) : null
    if (!rated) return selectByWords(candidates, hits)
    const nearest = distinct(rated)
    return {
      quotes: nearest.filter(({ evidence }) => evidence >= FURTHER_EVIDENCE_MIN),
      nearest,
      evidence: Math.max(...rated.map(({ evidence }) => evidence)),
    }
  }
