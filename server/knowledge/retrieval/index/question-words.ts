import { languageOf } from '../language.ts'
import { isExact, isStopWord, termsOf, usesOf } from '../terms.ts'
import { type Related, relatedTo } from '../thesaurus.ts'
import { compoundsOf, isCompounding, partsOf } from './compounds.ts'
import type { Lexicon } from './lexicon.ts'
import { spellingCandidates } from './typos.ts'

/** A whole compound counts more than its parts. */
const EXACT_WEIGHT = 1.5
const TYPO_WEIGHT = 0.6
/** A part of a compound is less specific than the compound. */
const PART_WEIGHT = 0.7
const SYNONYM_WEIGHT = 0.5
const WORDS_MAX = 32
/** Minimum number of passages for the IDF, because rarity means little in small knowledge bases. */
const IDF_PASSAGES_MIN = 100
/** The language of the thesaurus. */
const ENGLISH = 'eng'

/** A term that represents a word of a question; `idf` is its own, but at most that of the word. */
type WordTerm = { term: string; weight: number; idf: number }
/** A word of a question, with the terms that represent it in the languages of the index, and its IDF. */
export type QuestionWord = { terms: WordTerm[]; idf: number }

const UNDETERMINED = 'und'

/** The most frequent detected language of the passages. */
const mainLanguage = (languages: ReadonlyMap<string, number>) =>
  [...languages].filter(([language]) => language !== UNDETERMINED).sort((a, b) => b[1] - a[1])[0]?.[0] ??
  UNDETERMINED

/** A word of a question, with its literal terms (and their weights) and its synonyms. */
type AskedWord = { word: string; terms: Map<string, number>; language: string; synonyms: Related[] }

/** The words of a question with their terms in each language of the index, and their synonyms. */
const termsByWord = (question: string, lexicon: Lexicon): AskedWord[] => {
  const { languages } = lexicon.counts()
  const detected = languageOf(question)
  // The language of a short question often cannot be detected.
  const own = detected === UNDETERMINED ? mainLanguage(languages) : detected
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
    synonyms: own === ENGLISH && !isExact(word) ? relatedTo(word) : [],
  }))
  return isCompounding(own) && languages.has(own) ? withCompounds(asked, lexicon) : asked
}

/** Adds compounds of two words of the question, and the parts of compounds, if they are indexed. */
const withCompounds = (words: AskedWord[], lexicon: Lexicon) => {
  const isIndexed = (term: string) => lexicon.frequencyOf(term) > 0
  for (const head of words)
    for (const tail of words)
      if (head !== tail)
        for (const term of compoundsOf(head.word, tail.word, head.language, isIndexed)) {
          head.terms.set(term, 1)
          tail.terms.set(term, 1)
        }
  return words.flatMap((asked) => {
    const parts = partsOf(asked.word, asked.language, isIndexed)
    return parts
      ? parts.map((part) => ({ ...asked, terms: new Map([[part, PART_WEIGHT], ...asked.terms]) }))
      : [asked]
  })
}

/**
 * The distinct words of a question, rarest first. A word that is not indexed is replaced by similarly spelled terms;
 * English words also match their synonyms.
 */
export const questionWords = (question: string, lexicon: Lexicon): QuestionWord[] => {
  const total = Math.max(IDF_PASSAGES_MIN, lexicon.counts().passages)
  const idfOf = (frequency: number) =>
    Math.log(1 + (total - Math.min(frequency, total) + 0.5) / (frequency + 0.5))
  return termsByWord(question, lexicon)
    .map(({ word, terms, language, synonyms }) => {
      const known = [...terms].filter(([term]) => lexicon.frequencyOf(term) > 0)
      const matched =
        known.length > 0
          ? known.map(([term, weight]) => ({ term, weight }))
          : [...terms.keys()].flatMap((term) =>
              spellingCandidates(word, term, language, lexicon).map((other) => ({
                term: other,
                weight: TYPO_WEIGHT,
              })),
            )
      const idf = idfOf(matched.reduce((sum, { term }) => sum + lexicon.frequencyOf(term), 0))
      return {
        terms: [
          ...matched.map((one) => ({ ...one, idf })),
          ...synonyms.flatMap(({ word, weight }) => {
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
