import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import { reciprocal } from '../../knowledge/retrieval/ranked.ts'
import { type Window, windowsOf } from './windows.ts'

/** The answer comes first: a window is best made around the statement that holds most of the question. */
const FOCUS_WEIGHT = 0.3
/** Of the passage's place in the search, which knows meaning as well as words. */
const PASSAGE_WEIGHT = 2

/** What could be quoted, and what speaks for it: `words` its own, `place` the place of its passage, between 0 and 1. */
export type Candidate = Window & { words: number; place: number }
export type Scored = Window & { score: number }

/** The passage's place and its relevance where a reranker gave them, else its place in the search. */
const placeOf = ({ relevance, score }: Hit, place: number) =>
  relevance === null ? score : (relevance * reciprocal(place)) / reciprocal(1)

/** Every window of the passages. */
export const candidatesOf = (hits: Hit[], words: QuestionWord[]): Candidate[] =>
  hits.flatMap((hit, index) =>
    windowsOf(hit, words).map((window) => ({
      ...window,
      place: placeOf(hit, index + 1),
      words: window.coverage + FOCUS_WEIGHT * window.focus,
    })),
  )

/** By its words and by the place of its passage. */
export const scored = <One extends Candidate>(one: One): One & Scored => ({
  ...one,
  score: one.words + PASSAGE_WEIGHT * one.place,
})
