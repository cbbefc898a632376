import { languageOf } from '../language.ts'
import { isExact, isStopWord, termsOf, usesOf } from '../terms.ts'
import { relatedTo } from '../thesaurus.ts'
import { aliveIn, FREQUENCY_UNIT, isAlive, type Segment } from './segment.ts'
import { spelledAlike } from './typos.ts'

/** BM25: how soon further uses of a term stop to count, and how much a passage's length does. */
const K1 = 1.2
const B = 0.6
/** A term that is a compound as it is written counts more than its parts. */
const EXACT_WEIGHT = 1.5
const TYPO_WEIGHT = 0.6
const SYNONYM_WEIGHT = 0.5
const WORDS_MAX = 32
/** In fewer passages than this, that a word is rare says little: all are weighed as if there were as many. */
const PASSAGES_MIN = 100
/** The language that the thesaurus is in. */
const ENGLISH = 'eng'

/** A term that stands for a word of a question; `idf` is its own, at most that of the word. */
export type WordTerm = { term: string; weight: number; idf: number }
/** A word of a question: the terms that stand for it in the languages of the index, and how rare it is. */
export type QuestionWord = { terms: WordTerm[]; idf: number }
export type WordHit = {
  id: string
  language: string
  score: number
  /** Words of the question that the passage holds, as they are or as others that mean the same. */
  matched: number
  /** Their share, weighed by how rare they are, between 0 and 1. */
  coverage: number
}

const frequencyOf = (segments: Segment[], term: string) =>
  segments.reduce((sum, { terms, offsets }) => {
    const place = terms.get(term)
    return place === undefined ? sum : sum + (offsets[place + 1] as number) - (offsets[place] as number)
  }, 0)

const UNTOLD = 'und'

/** The language that most passages are written in, as far as it can be told. */
const mainLanguage = (segments: Segment[]) => {
  const counts = new Map<string, number>()
  for (const { documents } of segments)
    for (const { language, passages } of documents)
      if (language !== UNTOLD) counts.set(language, (counts.get(language) ?? 0) + passages)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? UNTOLD
}

/** Each word of a question with the terms that stand for it in the languages of the index, and what means the same. */
const termsByWord = (question: string, segments: Segment[]) => {
  const languages = new Set(segments.flatMap(({ documents }) => documents.map(({ language }) => language)))
  const told = languageOf(question)
  // Few words tell no language: those of a short question are of the language that most is written in.
  const own = told === UNTOLD ? mainLanguage(segments) : told
  const words = new Map<string, Set<string>>()
  for (const language of languages)
    for (const { word, term } of usesOf(question, language)) {
      if (isStopWord(word, own)) continue
      words.set(word, (words.get(word) ?? new Set()).add(term))
    }
  return [...words].map(([word, terms]) => ({
    word,
    terms,
    language: own,
    meant: own === ENGLISH && !isExact(word) ? relatedTo(word) : [],
  }))
}

/**
 * The words of a question, each once, the rarest first. A word that no passage holds stands for those spelled
 * alike; an English one also for what means the same.
 */
export const questionWords = (question: string, segments: Segment[]): QuestionWord[] => {
  const total = Math.max(
    PASSAGES_MIN,
    segments.reduce((sum, segment) => sum + aliveIn(segment), 0),
  )
  const idfOf = (frequency: number) =>
    Math.log(1 + (total - Math.min(frequency, total) + 0.5) / (frequency + 0.5))
  return termsByWord(question, segments)
    .map(({ word, terms, language, meant }) => {
      const known = [...terms].filter((term) => frequencyOf(segments, term) > 0)
      const said =
        known.length > 0
          ? known.map((term) => ({ term, weight: isExact(term) ? EXACT_WEIGHT : 1 }))
          : [...terms].flatMap((term) =>
              spelledAlike(word, term, language, segments).map((other) => ({
                term: other,
                weight: TYPO_WEIGHT,
              })),
            )
      const idf = idfOf(said.reduce((sum, { term }) => sum + frequencyOf(segments, term), 0))
      return {
        terms: [
          ...said.map((one) => ({ ...one, idf })),
          ...meant.flatMap(({ word, weight }) => {
            const term = termsOf(word, ENGLISH)[0] ?? ''
            const frequency = terms.has(term) ? 0 : frequencyOf(segments, term)
            return frequency === 0
              ? []
              : [{ term, weight: weight * SYNONYM_WEIGHT, idf: Math.min(idf, idfOf(frequency)) }]
          }),
        ],
        idf,
      }
    })
    .sort((a, b) => b.idf - a.idf)
    .slice(0, WORDS_MAX)
}

const averageLength = (segments: Segment[]) => {
  let sum = 0
  let count = 0
  for (const { lengths } of segments) {
    for (const length of lengths) sum += length
    count += lengths.length
  }
  return sum / Math.max(count, 1)
}

/** Of each passage of a segment: its score, how much of the question it covers, and how many of its words. */
const scored = (words: QuestionWord[], segment: Segment, average: number) => {
  const { terms: places, offsets, passagesOf, frequencies, lengths, ids } = segment
  const scores = new Float32Array(ids.length)
  const covered = new Float32Array(ids.length)
  const matched = new Uint8Array(ids.length)
  // What one word of the question adds: of the terms that stand for it, the best one counts.
  const own = new Float32Array(ids.length)
  const ownWeight = new Float32Array(ids.length)
  for (const { terms, idf } of words) {
    const touched: number[] = []
    for (const { term, weight, idf: rarity } of terms) {
      const place = places.get(term)
      if (place === undefined) continue
      for (let at = offsets[place] as number; at < (offsets[place + 1] as number); at++) {
        const passage = passagesOf[at] as number
        const frequency = (frequencies[at] as number) / FREQUENCY_UNIT
        const norm = K1 * (1 - B + (B * (lengths[passage] as number)) / average)
        const score = (weight * rarity * frequency * (K1 + 1)) / (frequency + norm)
        if (ownWeight[passage] === 0) touched.push(passage)
        if (score > (own[passage] as number)) own[passage] = score
        if (weight > (ownWeight[passage] as number)) ownWeight[passage] = weight
      }
    }
    for (const passage of touched) {
      scores[passage] = (scores[passage] as number) + (own[passage] as number)
      covered[passage] = (covered[passage] as number) + idf * Math.min(1, ownWeight[passage] as number)
      matched[passage] = (matched[passage] as number) + 1
      own[passage] = 0
      ownWeight[passage] = 0
    }
  }
  return { scores, covered, matched }
}

/** The places of the highest scores above 0, best first: a selection by a threshold that rises as places come in. */
const best = (scores: Float32Array, limit: number, isWanted: (passage: number) => boolean) => {
  const byScore = (a: number, b: number) => (scores[b] as number) - (scores[a] as number)
  let chosen: number[] = []
  let floor = 0
  for (let passage = 0; passage < scores.length; passage++) {
    if ((scores[passage] as number) <= floor || !isWanted(passage)) continue
    chosen.push(passage)
    if (chosen.length < limit * 2) continue
    chosen = chosen.sort(byScore).slice(0, limit)
    floor = scores[chosen.at(-1) as number] as number
  }
  return chosen.sort(byScore).slice(0, limit)
}

/** The passages that hold most of a question's words, best first. `allowed` names the documents to look in. */
export const byWords = (
  words: QuestionWord[],
  segments: Segment[],
  limit: number,
  allowed: Set<string> | null = null,
): WordHit[] => {
  const average = averageLength(segments)
  const asked = words.reduce((sum, { idf }) => sum + idf, 0)
  return segments
    .flatMap((segment) => {
      const { scores, covered, matched } = scored(words, segment, average)
      const documentOf = (passage: number) => segment.documents[segment.documentOf[passage] as number]
      const isWanted = (passage: number) =>
        isAlive(segment, passage) && (allowed === null || allowed.has(documentOf(passage)?.id ?? ''))
      return best(scores, limit, isWanted).map((passage) => ({
        id: segment.ids[passage] as string,
        language: documentOf(passage)?.language ?? 'und',
        score: scores[passage] as number,
        matched: matched[passage] as number,
        coverage: Math.min(1, (covered[passage] as number) / (asked || 1)),
      }))
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
}
