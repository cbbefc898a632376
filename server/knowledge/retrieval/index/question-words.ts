import { languageOf } from '../language.ts'
import { isExact, isStopWord, termsOf, usesOf } from '../terms.ts'
import { relatedTo } from '../thesaurus.ts'
import { compoundsOf, isCompounding, partsOf } from './compounds.ts'
import type { Lexicon } from './lexicon.ts'
import { createSpelling } from './typos.ts'

/** A whole compound counts more than its parts. */
const EXACT_WEIGHT = 1.5
const TYPO_WEIGHT = 0.6
/** A part of a compound is less specific than the compound. */
const PART_WEIGHT = 0.7
const SYNONYM_WEIGHT = 0.5
const WORDS_MAX = 32
/** Maximum distance of two words that are joined to a compound, without stop words. */
const COMPOUND_DISTANCE_MAX = 4
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

/** A word of a question, with its literal terms and their weights, and the words that it is a part of, or itself. */
type AskedWord = { word: string; terms: Map<string, number>; wholes: Set<string> }

/** The words of a question with their terms in each language of the index. */
const termsByWord = (question: string, own: string, lexicon: Lexicon): AskedWord[] => {
  const words = new Map<string, AskedWord>()
  for (const language of lexicon.counts().languages.keys())
    for (const { word, term, whole } of usesOf(question, language)) {
      if (isStopWord(word, own)) continue
      const asked = words.get(word) ?? { word, terms: new Map(), wholes: new Set() }
      asked.terms.set(term, isExact(term) ? EXACT_WEIGHT : 1)
      asked.wholes.add(whole)
      words.set(word, asked)
    }
  return [...words.values()]
}

/** Number of passages that contain a word. Those that contain a whole compound also contain its joined form. */
const frequencyOf = (terms: Iterable<string>, lexicon: Lexicon) => {
  const sums = { exact: 0, other: 0 }
  for (const term of terms) sums[isExact(term) ? 'exact' : 'other'] += lexicon.frequencyOf(term)
  return Math.max(sums.exact, sums.other)
}

/**
 * The words that are worth more work, in order: the rarest indexed ones, then the first others. Parts of an indexed
 * word, such as those of “Wi-Fi” and “WiFi” where documents say “wifi”, need not be indexed themselves.
 */
const limited = (words: AskedWord[], language: string, lexicon: Lexicon) => {
  const all = words.map((asked) => ({ asked, frequency: frequencyOf(asked.terms.keys(), lexicon) }))
  const indexed = new Set(all.flatMap(({ asked: { word }, frequency }) => (frequency > 0 ? word : [])))
  const contained = new Set([...indexed].flatMap((word) => usesOf(word, language).map((use) => use.word)))
  const kept = all
    .filter(({ asked: { word, wholes }, frequency }) => {
      const isPart = contained.has(word) || [...wholes].every((whole) => indexed.has(whole))
      return frequency > 0 || !isPart
    })
    .sort((a, b) => Number(a.frequency === 0) - Number(b.frequency === 0) || a.frequency - b.frequency)
    .slice(0, WORDS_MAX)
  return words.filter((asked) => kept.some((one) => one.asked === asked))
}

/** Adds compounds of two near words of the question, and the parts of compounds, if they are indexed. */
const withCompounds = (words: AskedWord[], language: string, lexicon: Lexicon) => {
  const isIndexed = (term: string) => lexicon.frequencyOf(term) > 0
  const joinable = words.filter(({ word }) => !isExact(word))
  for (const [place, one] of joinable.entries())
    for (const other of joinable.slice(place + 1, place + 1 + COMPOUND_DISTANCE_MAX))
      for (const [head, tail] of [
        [one, other],
        [other, one],
      ] as const)
        for (const term of compoundsOf(head.word, tail.word, language, isIndexed)) {
          head.terms.set(term, 1)
          tail.terms.set(term, 1)
        }
  return words.flatMap((asked) => {
    const parts = isExact(asked.word) ? null : partsOf(asked.word, language, isIndexed)
    return parts
      ? parts.map((part) => ({ ...asked, terms: new Map([[part, PART_WEIGHT], ...asked.terms]) }))
      : [asked]
  })
}

/**
 * The distinct words of a question, rarest first; if there are too many, those that are indexed. A word that is not
 * indexed is replaced by similarly spelled terms; English words also match their synonyms.
 */
export const questionWords = (question: string, lexicon: Lexicon): QuestionWord[] => {
  const { passages, languages } = lexicon.counts()
  const total = Math.max(IDF_PASSAGES_MIN, passages)
  const idfOf = (frequency: number) =>
    Math.log(1 + (total - Math.min(frequency, total) + 0.5) / (frequency + 0.5))
  const detected = languageOf(question)
  // The language of a short question often cannot be detected.
  const own = detected === UNDETERMINED ? mainLanguage(languages) : detected
  const asked = limited(termsByWord(question, own, lexicon), own, lexicon)
  const spelled = createSpelling(own, lexicon)
  return (isCompounding(own) && languages.has(own) ? withCompounds(asked, own, lexicon) : asked)
    .flatMap(({ word, terms }) => {
      const known = [...terms].filter(([term]) => lexicon.frequencyOf(term) > 0)
      const similar = known.length > 0 ? [] : spelled(word, [...terms.keys()])
      if (!similar) return []
      const matched = [
        ...known.map(([term, weight]) => ({ term, weight })),
        ...similar.map((term) => ({ term, weight: TYPO_WEIGHT })),
      ]
      const idf = idfOf(
        frequencyOf(
          matched.map(({ term }) => term),
          lexicon,
        ),
      )
      const synonyms = own === ENGLISH && !isExact(word) ? relatedTo(word) : []
      return [
        {
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
        },
      ]
    })
    .sort((a, b) => b.idf - a.idf)
}
