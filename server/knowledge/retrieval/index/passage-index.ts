import type { Lexicon } from './lexicon.ts'
import type { QuestionWord } from './question-words.ts'

/** A passage as it is indexed, with the vectors of its parts, of length 1; none where it has no meaning that can be compared. */
export type IndexedPassage = { id: string; headings: string; content: string; vectors: Float32Array[] }
export type IndexedDocument = {
  id: string
  /** What made the vectors of its passages; null where none has one. */
  model: string | null
  /** Another value once the document has other passages. */
  version: string
  title: string
  /** ISO 639-3. */
  language: string
  passages: IndexedPassage[]
}

/** A question as a model understands it: a vector of length 1. */
export type Meaning = { vector: Float32Array; model: string }

/** How many to find, and in which documents; null for all. */
export type Wanted = { limit: number; documentIds: ReadonlySet<string> | null }

/** A passage that holds words of a question, with what it is judged by. */
export type WordCandidate = {
  id: string
  language: string
  /** What made its vector; null where it has none. */
  model: string | null
  /** Weighted uses of all of its terms, and of each one that was asked for. */
  length: number
  uses: ReadonlyMap<string, number>
}
export type MeaningHit = { id: string; language: string; cosine: number }

/**
 * The passages of one knowledge base, in whatever holds them: documents come and go, and are found at once. An engine
 * proposes candidates. Terms, rarity, synonyms, slips, compounds, scores and coverage are judged outside of it, alike
 * for each.
 */
export type PassageIndex = Searchable & {
  /** Adds documents; of one that is known already, the passages are replaced. */
  put: (documents: IndexedDocument[]) => void | Promise<void>
  /** Forgets whatever is not among these documents in these versions. */
  keep: (versions: ReadonlyMap<string, string>) => void | Promise<void>
  /** The documents that are searched, with their versions. */
  versions: () => ReadonlyMap<string, string>
}

/** What a search asks of it. */
export type Searchable = Lexicon & {
  /** The passages that hold most of the words, best first. `average` is how long a passage is among all that is searched. */
  byWords: (words: readonly QuestionWord[], average: number, wanted: Wanted) => Promise<WordCandidate[]>
  /** The passages of which some vector is nearest among those of the same model, best first. */
  byMeaning: (meaning: Meaning, wanted: Wanted) => Promise<MeaningHit[]>
}
