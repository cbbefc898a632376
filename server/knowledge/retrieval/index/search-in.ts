import type { SearchMode } from '../../../../src/services/contract/knowledge-bases.ts'
import { lexiconOf } from './lexicon.ts'
import type { Meaning, MeaningHit, Searchable } from './passage-index.ts'
import { type QuestionWord, questionWords } from './question-words.ts'
import { type WordHit, wordHit } from './words.ts'

export type IndexQuery = {
  question: string
  /** Null searches for words alone. */
  meaning: Meaning | null
  /** How many hits by words and by meaning. */
  limit: number
  /** The documents to look in; null for all. */
  documentIds: string[] | null
  /** How knowledge bases are searched; as hybrid where nothing is said. */
  modes?: ReadonlyMap<string, SearchMode>
}

/** How the knowledge base of a passage is searched. */
type WithMode = { mode: SearchMode }

export type IndexHits = {
  words: QuestionWord[]
  byWords: (WordHit & WithMode)[]
  byMeaning: (MeaningHit & WithMode)[]
  /** Of knowledge bases that words are not ranked in: which passages hold them all the same. */
  wordsOfMeaning: (WordHit & WithMode)[]
  /** Passages that took part. */
  searched: number
}

/** Searches several knowledge bases as if they were one, but each as it is to be searched. */
export const searchIn = async (
  indexes: ReadonlyMap<string, Searchable>,
  { question, meaning, limit, documentIds, modes }: IndexQuery,
): Promise<IndexHits> => {
  const lexicon = lexiconOf([...indexes.values()])
  const wanted = { limit, documentIds: documentIds && new Set(documentIds) }
  const words = questionWords(question, lexicon)

  const inMode = async <Hit>(mode: SearchMode, find: (own: Searchable[]) => Promise<Hit[]>) => {
    const own = [...indexes].flatMap(([base, index]) =>
      (modes?.get(base) ?? 'hybrid') === mode ? [index] : [],
    )
    return own.length === 0 ? [] : (await find(own)).map((hit) => ({ ...hit, mode }))
  }
  const holding = async (own: Searchable[]) => {
    const { length, measured } = lexiconOf(own).counts()
    const average = length / Math.max(measured, 1)
    const found = await Promise.all(own.map((index) => index.byWords(words, average, wanted)))
    return first(
      found.flat().map((candidate) => wordHit(words, candidate, average)),
      ({ score }) => score,
    )
  }
  const near = async (own: Searchable[]) => {
    const found = meaning ? await Promise.all(own.map((index) => index.byMeaning(meaning, wanted))) : []
    return first(found.flat(), ({ cosine }) => cosine)
  }
  const first = <Hit>(hits: Hit[], worth: (hit: Hit) => number) =>
    hits.sort((a, b) => worth(b) - worth(a)).slice(0, limit)

  const [both, alone, nearBoth, nearAlone, wordsOfMeaning] = await Promise.all([
    inMode('hybrid', holding),
    inMode('keywords', holding),
    inMode('hybrid', near),
    inMode('meaning', near),
    inMode('meaning', holding),
  ])
  return {
    words,
    byWords: first([...both, ...alone], ({ score }) => score),
    byMeaning: first([...nearBoth, ...nearAlone], ({ cosine }) => cosine),
    wordsOfMeaning,
    searched: lexicon.counts().passages,
  }
}
