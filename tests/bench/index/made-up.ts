import { normalised } from '../../../server/knowledge/retrieval/embedder.ts'
import type { IndexedDocument } from '../../../server/knowledge/retrieval/index/passage-index.ts'

export const DIMENSIONS = 512
export const PASSAGES_A_DOCUMENT = 100
export const MODEL = 'bench'
const WORDS_A_PASSAGE = 160
const VOCABULARY = 150_000

/** Texts and vectors that are the same in every run: those of a seed. */
export const createMadeUp = (seed: number) => {
  let state = seed
  const chance = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  /** Few words are frequent and many are rare, as in any language. */
  const word = () => `w${Math.floor(VOCABULARY ** chance()).toString(36)}x`
  const text = (words: number) => Array.from({ length: words }, word).join(' ')
  const vector = () => normalised(Float32Array.from({ length: DIMENSIONS }, () => chance() - 0.5))
  return {
    chance,
    text,
    vector,
    document: (n: number, version = '1'): IndexedDocument => ({
      id: `document ${n}`,
      version,
      model: MODEL,
      title: text(4),
      language: 'eng',
      passages: Array.from({ length: PASSAGES_A_DOCUMENT }, (_, place) => ({
        id: `00000000-0000-0000-0000-${String(n * PASSAGES_A_DOCUMENT + place).padStart(12, '0')}`,
        headings: text(5),
        content: text(WORDS_A_PASSAGE),
        vectors: [vector()],
      })),
    }),
  }
}

export type MadeUp = ReturnType<typeof createMadeUp>

/** What is asked of it: in words that some passages have, and near to none. */
export const questionOf = (madeUp: MadeUp, question = `How is the ${madeUp.text(8)}?`) => ({
  question,
  meaning: { vector: madeUp.vector(), model: MODEL },
  limit: 60,
  documentIds: null,
})

export const versionsOf = (documents: number) =>
  Array.from({ length: documents }, (_, n): [string, string] => [`document ${n}`, '1'])
