import type { SearchMode } from '../../../../src/services/contract/knowledge-bases.ts'
import { combineLexicons } from './lexicon.ts'
import type { Meaning, MeaningHit, Searchable } from './passage-index.ts'
import { type QuestionWord, questionWords } from './question-words.ts'
import { type WordHit, wordHit } from './words.ts'

export type IndexQuery = {
  question: string
  /** Null searches only by words. */
  meaning: Meaning | null
  /** Maximum number of hits by words, and by meaning. */
  limit: number
  /** The documents to search; null for all. */
  documentIds: string[] | null
  /** Search modes by knowledge base; hybrid by default. */
  modes?: ReadonlyMap<string, SearchMode>
}

/** The search mode of the passage’s knowledge base. */
type WithMode = { mode: SearchMode }

export type IndexHits = {
  words: QuestionWord[]
  byWords: (WordHit & WithMode)[]
  byMeaning: (MeaningHit & WithMode)[]
  /** Passages with words of the question in knowledge bases that are ranked only by meaning. */
  wordsOfMeaning: (WordHit & WithMode)[]
  /** Number of searched passages. */
  searched: number
}

/** Searches several knowledge bases together, each in its own mode. */
export const searchIn = async (
  indexes: ReadonlyMap<string, Searchable>,
  { question, meaning, limit, documentIds, modes }: IndexQuery,
): Promise<IndexHits> => {
  const lexicon = combineLexicons([...indexes.values()])
  const wanted = { limit, documentIds: documentIds && new Set(documentIds) }
  const words = questionWords(question, lexicon)

  const inMode = async <Hit>(mode: SearchMode, find: (own: Searchable[]) => Promise<Hit[]>) => {
    const own = [...indexes].flatMap(([base, index]) =>
      (modes?.get(base) ?? 'hybrid') === mode ? [index] : [],
    )
    return own.length === 0 ? [] : (await find(own)).map((hit) => ({ ...hit, mode }))
  }
  const withWords = async (own: Searchable[]) => {
    const { length, measured } = combineLexicons(own).counts()
    const average = length / Math.max(measured, 1)
    const found = await Promise.all(own.map((index) => index.byWords(words, average, wanted)))
    return first(
      found.flat().map((candidate) => wordHit(words, candidate, average)),
      ({ score }) => score,
    )
  }
  const similar = async (own: Searchable[]) => {
    const found = meaning ? await Promise.all(own.map((index) => index.byMeaning(meaning, wanted))) : []
    return first(found.flat(), ({ cosine }) => cosine)
  }
  const first = <Hit>(hits: Hit[], worth: (hit: Hit) => number) =>
    hits.sort((a, b) => worth(b) - worth(a)).slice(0, limit)

  const [hybridWords, keywords, hybridMeaning, meaningOnly, wordsOfMeaning] = await Promise.all([
    inMode('hybrid', withWords),
    inMode('keywords', withWords),
    inMode('hybrid', similar),
    inMode('meaning', similar),
    inMode('meaning', withWords),
  ])
  return {
    words,
    byWords: first([...hybridWords, ...keywords], ({ score }) => score),
    byMeaning: first([...hybridMeaning, ...meaningOnly], ({ cosine }) => cosine),
    wordsOfMeaning,
    searched: lexicon.counts().passages,
  }
}
