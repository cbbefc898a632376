import { languageOf } from '../language.ts'
import { isExact, isStopWord, termsOf, usesOf } from '../terms.ts'
import { type Related, relatedTo } from '../thesaurus.ts'
import { compoundsOf, isCompounding, partsOf } from './compounds.ts'
import type { Lexicon } from './lexicon.ts'
import { spelledAlike } from './typos.ts'

/** A term that is a compound as it is written counts more than its parts. */
const EXACT_WEIGHT = 1.5
const TYPO_WEIGHT = 0.6
/** One part of a compound says less than the compound. */
const PART_WEIGHT = 0.7
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

const UNTOLD = 'und'

/** The language that most passages are written in, as far as it can be told. */
const mainLanguage = (languages: ReadonlyMap<string, number>) =>
  [...languages].filter(([language]) => language !== UNTOLD).sort((a, b) => b[1] - a[1])[0]?.[0] ?? UNTOLD

/** A word of a question, and the terms that stand for it literally, each with its weight. */
type AskedWord = { word: string; terms: Map<string, number>; language: string; meant: Related[] }

/** Each word of a question with the terms that stand for it in the languages of the index, and what means the same. */
const termsByWord = (question: string, lexicon: Lexicon): AskedWord[] => {
  const { languages } = lexicon.counts()
  const told = languageOf(question)
  // Few words tell no language: those of a short question are of the language that most is written in.
  const own = told === UNTOLD ? mainLanguage(languages) : told
  const words = new Map<string, Map<string, number>>()
  for (const language of languages.keys())
    for (const { word, term } of usesOf(question, language)) {
      if (isStopWord(word, own)) continue
      words.set(word, (words.get(word) ?? new Map()).set(term, isExact(term) ? EXACT_WEIGHT : 1))
    }
  const asked = [...words].map(([word, terms]) => ({
    word,
    terms,
    language: own,
    meant: own === ENGLISH && !isExact(word) ? relatedTo(word) : [],
  }))
  return isCompounding(own) && languages.has(own) ? compounded(asked, lexicon) : asked
}

/** Words that the documents may have written together, and compounds whose parts they may have written apart. */
const compounded = (words: AskedWord[], lexicon: Lexicon) => {
  const isHeld = (term: string) => lexicon.frequencyOf(term) > 0
  for (const head of words)
    for (const tail of words)
      if (head !== tail)
        for (const term of compoundsOf(head.word, tail.word, head.language, isHeld)) {
          head.terms.set(term, 1)
          tail.terms.set(term, 1)
        }
  return words.flatMap((asked) => {
    const parts = partsOf(asked.word, asked.language, isHeld)
    return parts
      ? parts.map((part) => ({ ...asked, terms: new Map([[part, PART_WEIGHT], ...asked.terms]) }))
      : [asked]
  })
}

/**
 * The words of a question, each once, the rarest first. A word that no passage holds stands for those spelled
 * alike; an English one also for what means the same.
 */
export const questionWords = (question: string, lexicon: Lexicon): QuestionWord[] => {
  const total = Math.max(PASSAGES_MIN, lexicon.counts().passages)
  const idfOf = (frequency: number) =>
    Math.log(1 + (total - Math.min(frequency, total) + 0.5) / (frequency + 0.5))
  return termsByWord(question, lexicon)
    .map(({ word, terms, language, meant }) => {
      const known = [...terms].filter(([term]) => lexicon.frequencyOf(term) > 0)
      const said =
        known.length > 0
          ? known.map(([term, weight]) => ({ term, weight }))
          : [...terms.keys()].flatMap((term) =>
              spelledAlike(word, term, language, lexicon).map((other) => ({
                term: other,
                weight: TYPO_WEIGHT,
              })),
            )
      const idf = idfOf(said.reduce((sum, { term }) => sum + lexicon.frequencyOf(term), 0))
      return {
        terms: [
          ...said.map((one) => ({ ...one, idf })),
          ...meant.flatMap(({ word, weight }) => {
            const term = termsOf(word, ENGLISH)[0] ?? ''
            const frequency = terms.has(term) ? 0 : lexicon.frequencyOf(term)
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
