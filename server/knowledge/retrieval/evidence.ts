import type { Hit } from './hit.ts'
import { TEXT_WEIGHT, VECTOR_WEIGHT } from './ranking.ts'

/**
 * The evidence that a passage needs before it is quoted as an answer. Of the values that give at most 12 wrong quotes
 * in 100 answerable questions, this one gives the most correct answers and refusals; the bench prints the others.
 */
const EVIDENCE_MIN = 1.15
/** Below, nothing found is near enough for anybody to answer from. */
const NEAR_MIN = 0.5
/** The same of a reranker's relevance, which has read question and passage together. */
const RELEVANCE_MIN = 0.3
const RELEVANCE_NEAR_MIN = 0.1
const COSINE_SHARE = 0.5
/** Of the fused score: that words and meaning found the same passage first speaks for it, too. */
const AGREEMENT_SHARE = 0.5

type Found = Pick<Hit, 'cosine' | 'coverage' | 'score' | 'mode' | 'relevance'>

/**
 * How close a passage is to the question: by words and meaning, or by words alone where meanings were not compared.
 * Words also count where a knowledge base is ranked by meaning alone.
 */
export const nearnessOf = ({ cosine, coverage }: Pick<Found, 'cosine' | 'coverage'>) =>
  cosine === null ? coverage * (1 + COSINE_SHARE) : coverage + cosine * COSINE_SHARE

/** Words alone reach only their part of a hybrid score. */
const agreementOf = ({ cosine, score, mode }: Found) =>
  score * (cosine === null && mode === 'hybrid' ? (TEXT_WEIGHT + VECTOR_WEIGHT) / TEXT_WEIGHT : 1)

/** The same, and how far ahead of others it was found. */
const evidenceOf = (found: Found) => nearnessOf(found) + AGREEMENT_SHARE * agreementOf(found)

/** What speaks for an answer above what one needs. Where a reranker has read the passage, that decides alone. */
export const surplusOf = (hit: Found) =>
  hit.relevance === null ? evidenceOf(hit) - EVIDENCE_MIN : hit.relevance - RELEVANCE_MIN

/** Whether a passage is quoted as an answer. */
export const isAnswer = (hit: Found) => surplusOf(hit) >= 0

/** Whether somebody may answer from a passage: a language model, or a person who reads it. */
export const isNear = (hit: Pick<Found, 'cosine' | 'coverage' | 'relevance'>) =>
  hit.relevance === null ? nearnessOf(hit) >= NEAR_MIN : hit.relevance >= RELEVANCE_NEAR_MIN
