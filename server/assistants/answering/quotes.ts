import { embeddedText } from '../../knowledge/retrieval/embedder.ts'
import { evidenceMargin, matchScoreOf } from '../../knowledge/retrieval/evidence.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import type { QuoteSimilarity } from '../../knowledge/retrieval/quote-similarity.ts'
import { reciprocalRank } from '../../knowledge/retrieval/ranked.ts'
import { type Window, windowsOf } from './windows.ts'

/** Favours windows whose central statement itself contains much of the question. */
const FOCUS_WEIGHT = 0.3
/** Weight of the passage score, which covers meaning as well as words. */
const PASSAGE_WEIGHT = 2

/** A possible quote. `wordScore` rates its own words; `passageScore`, from 0 to 1, rates its passage. */
type Candidate = Window & { wordScore: number; passageScore: number }
type Scored = Window & { score: number }

/** The score of the search, or the reranker’s relevance discounted by rank (from 1). */
const passageScoreOf = ({ relevance, score }: Hit, rank: number) =>
  relevance === null ? score : (relevance * reciprocalRank(rank)) / reciprocalRank(1)

/** Every window of the passages. */
const candidatesOf = (hits: Hit[], words: QuestionWord[]): Candidate[] =>
  hits.flatMap((hit, index) =>
    windowsOf(hit, words).map((window) => ({
      ...window,
      passageScore: passageScoreOf(hit, index + 1),
      wordScore: window.coverage + FOCUS_WEIGHT * window.focus,
    })),
  )

/** Adds the score by which candidates are compared when no model rates their meaning. */
const scored = <One extends Candidate>(one: One): One & Scored => ({
  ...one,
  score: one.wordScore + PASSAGE_WEIGHT * one.passageScore,
})

/** Weights of one standard deviation of similarity: for the order of quotes, and as evidence of an answer. */
const ORDER_WEIGHT = 0.3
const EVIDENCE_WEIGHT = 0.2
/** Word coverage also counts as evidence, relative to the coverage expected of an answer. */
const COVERAGE_WEIGHT = 0.5
const COVERAGE_EXPECTED = 0.5

/** `evidence` of 0 or more is enough for an answer. */
type RatedQuote = Scored & { evidence: number }

/** Rates candidates by their meaning. Candidates that were not compared are left out; null if no model can compare. */
const rateByMeaning = async (
  question: string,
  candidates: Candidate[],
  similarity: QuoteSimilarity,
): Promise<RatedQuote[] | null> => {
  const bestFirst = candidates.map(scored).sort((a, b) => b.score - a.score)
  const margins = await similarity(
    question,
    bestFirst.map(({ hit: { passageId, title, headingPath }, core: { passage, first, last } }) => ({
      passageId,
      above: embeddedText(title, headingPath, ''),
      statements: passage.map(({ text }) => text),
      first,
      last,
    })),
  )
  return (
    margins &&
    bestFirst.flatMap((one, at): RatedQuote[] => {
      const margin = margins[at] ?? null
      if (margin === null) return []
      const evidence =
        EVIDENCE_WEIGHT * margin + COVERAGE_WEIGHT * (one.coverage - COVERAGE_EXPECTED) + one.passageScore - 1
      return [{ ...one, score: one.wordScore + ORDER_WEIGHT * margin + one.passageScore, evidence }]
    })
  )
}

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
type QuoteSelection = { quotes: Window[]; nearest: Window[]; evidence: number }

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
const selectByWords = (candidates: Candidate[]): QuoteSelection => {
  const all = candidates.map(scored)
  const ranked = distinct(all.filter(({ hit }) => hit.relevance === null || evidenceMargin(hit) >= 0))
  const best = ranked[0]
  const isConfident = best !== undefined && matchScoreOf(best.hit) >= CONFIDENT_SCORE_MIN
  const shareMin = isConfident ? FURTHER_SHARE_MIN.confident : FURTHER_SHARE_MIN.unsure
  return {
    quotes: ranked.filter(({ score }) => score >= (best?.score ?? 0) * shareMin),
    nearest: distinct(all),
    // A passage of nothing but questions can match and has nothing to quote.
    evidence: Math.max(...all.map(({ hit }) => evidenceMargin(hit))),
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
    if (!rated) return selectByWords(candidates)
    const nearest = distinct(rated)
    return {
      quotes: nearest.filter(({ evidence }) => evidence >= FURTHER_EVIDENCE_MIN),
      nearest,
      evidence: Math.max(...rated.map(({ evidence }) => evidence)),
    }
  }
