import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import { reciprocalRank } from '../../knowledge/retrieval/ranked.ts'
import { type Window, windowsOf } from './windows.ts'

/** Favours windows whose central statement itself contains much of the question. */
const FOCUS_WEIGHT = 0.3
/** Weight of the passage score, which covers meaning as well as words. */
const PASSAGE_WEIGHT = 2

/** A possible quote. `wordScore` rates its own words; `passageScore`, from 0 to 1, rates its passage. */
export type Candidate = Window & { wordScore: number; passageScore: number }
export type Scored = Window & { score: number }

/** The score of the search, or the reranker’s relevance discounted by rank (from 1). */
const passageScoreOf = ({ relevance, score }: Hit, rank: number) =>
  relevance === null ? score : (relevance * reciprocalRank(rank)) / reciprocalRank(1)

/** Every window of the passages. */
export const candidatesOf = (hits: Hit[], words: QuestionWord[]): Candidate[] =>
  hits.flatMap((hit, index) =>
    windowsOf(hit, words).map((window) => ({
      ...window,
      passageScore: passageScoreOf(hit, index + 1),
      wordScore: window.coverage + FOCUS_WEIGHT * window.focus,
    })),
  )

/** Adds the score by which candidates are compared when no model rates their meaning. */
export const scored = <One extends Candidate>(one: One): One & Scored => ({
  ...one,
  score: one.wordScore + PASSAGE_WEIGHT * one.passageScore,
})
