import type { Hit } from './hit.ts'
import { TEXT_WEIGHT, VECTOR_WEIGHT } from './ranking.ts'

/**
 * The evidence that a passage needs before it is quoted as an answer. Of the values that give at most 12 wrong quotes
 * in 100 answerable questions, this one gives the most correct answers and refusals; the bench prints the others.
 */
const EVIDENCE_MIN = 1.15
/** Minimum match score of a passage that a language model or a person may answer from. */
const RELEVANT_SCORE_MIN = 0.5
/** The same two thresholds for the relevance given by a reranker. */
const ANSWER_RELEVANCE_MIN = 0.3
const RELEVANCE_MIN = 0.1
const COSINE_SHARE = 0.5
/** Weight of the fused score, which is high if words and meaning rank the same passage first. */
const AGREEMENT_SHARE = 0.5

type Found = Pick<Hit, 'cosine' | 'coverage' | 'score' | 'mode' | 'relevance'>

/**
 * How well a passage matches the question, from 0 to 1.5: by words and meaning, or only by words if meanings were not
 * compared. Words also count if a knowledge base is ranked only by meaning.
 */
export const matchScoreOf = ({ cosine, coverage }: Pick<Found, 'cosine' | 'coverage'>) =>
  cosine === null ? coverage * (1 + COSINE_SHARE) : coverage + cosine * COSINE_SHARE

/** Without vectors, a hybrid score only reaches the share of the words, so it is scaled up. */
const agreementOf = ({ cosine, score, mode }: Found) =>
  score * (cosine === null && mode === 'hybrid' ? (TEXT_WEIGHT + VECTOR_WEIGHT) / TEXT_WEIGHT : 1)

/** The match score, plus how high words and meaning both rank the passage. */
const evidenceOf = (found: Found) => matchScoreOf(found) + AGREEMENT_SHARE * agreementOf(found)

/** Evidence above the minimum for an answer; negative below it. Relevance from a reranker takes precedence. */
export const evidenceMargin = (hit: Found) =>
  hit.relevance === null ? evidenceOf(hit) - EVIDENCE_MIN : hit.relevance - ANSWER_RELEVANCE_MIN

/** Whether a passage is quoted as an answer. */
export const isAnswer = (hit: Found) => evidenceMargin(hit) >= 0

/** Whether a passage is relevant enough for a language model or a person to answer from. */
export const isRelevant = (hit: Pick<Found, 'cosine' | 'coverage' | 'relevance'>) =>
  hit.relevance === null ? matchScoreOf(hit) >= RELEVANT_SCORE_MIN : hit.relevance >= RELEVANCE_MIN
