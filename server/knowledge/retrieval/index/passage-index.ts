import type { Lexicon } from './lexicon.ts'
import type { QuestionWord } from './question-words.ts'

/** A passage to index, with the unit vectors of its parts; empty without a comparable vector. */
export type IndexedPassage = { id: string; headings: string; content: string; vectors: Float32Array[] }
export type IndexedDocument = {
  id: string
  /** Model of the vectors; null if no passage has one. */
  model: string | null
  /** Changes whenever the passages of the document change. */
  version: string
  title: string
  /** ISO 639-3. */
  language: string
  passages: IndexedPassage[]
}

/** The embedding of a question; `vector` is a unit vector. */
export type Meaning = { vector: Float32Array; model: string }

/** Maximum number of hits, and the documents to search; null for all. */
export type Wanted = { limit: number; documentIds: ReadonlySet<string> | null }

/** A passage with words of a question, and the data to score it. */
export type WordCandidate = {
  id: string
  language: string
  /** Model of its vector; null without one. */
  model: string | null
  /** Weighted uses of all of its terms, and of each term of the question. */
  length: number
  uses: ReadonlyMap<string, number>
}
export type MeaningHit = { id: string; language: string; cosine: number }

/**
 * The search engine for the passages of one knowledge base. Changes are searchable immediately. An engine only proposes
 * candidates: terms, rarity, synonyms, typos, compounds, scores and coverage are the same for all engines.
 */
export type PassageIndex = Searchable & {
  /** Adds documents, or replaces those with the same id. */
  put: (documents: IndexedDocument[]) => void | Promise<void>
  /** Removes all documents except these versions. */
  keep: (versions: ReadonlyMap<string, string>) => void | Promise<void>
  /** Versions of the searched documents, by id. */
  versions: () => ReadonlyMap<string, string>
}

/** The part of an engine that a search uses. */
export type Searchable = Lexicon & {
  /** Passages that match the words best, best first. `average` is the average length of all searched passages. */
  byWords: (words: readonly QuestionWord[], average: number, wanted: Wanted) => Promise<WordCandidate[]>
  /** Passages with the most similar vectors of the same model, best first. */
  byMeaning: (meaning: Meaning, wanted: Wanted) => Promise<MeaningHit[]>
}
