import { type Embedder, embeddedText } from '../retrieval/embedder.ts'
import { toBytes } from '../retrieval/vectors.ts'
import type { CarriedPassage } from './carried-edits.ts'
import type { PassagesRepository } from './passages.repository.ts'

/** Passages that are stored together. */
const BATCH = 16
/** One passage keeps a thread of the embedded model busy for a tenth of a second, while others wait; a model elsewhere takes many at once. */
export const EMBEDDED_TOGETHER = { here: 2, elsewhere: 16 }

type Reading = { documentId: string; knowledgeBaseId: string; reading: number; title: string }
type Parts = {
  passages: PassagesRepository
  embedder: Embedder
  /** Passages that are embedded together: while they are, the documents of others wait. */
  embeddedTogether: number
}

export type PassageWriter = ReturnType<typeof createPassageWriter>

/** Stores the passages of one reading of a document with their vectors; `vectorOf` gives those that are known. */
export const createPassageWriter = ({ passages: stored, embedder, embeddedTogether }: Parts) => {
  const embedInParts = async (texts: string[]) => {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += embeddedTogether)
      vectors.push(...(await embedder.embed(texts.slice(at, at + embeddedTogether), 'inTurn')))
    return vectors.map(toBytes)
  }

  return async (
    reading: Reading,
    passages: CarriedPassage[],
    onBatch: (done: number) => Promise<unknown>,
    vectorOf: (passage: CarriedPassage) => Buffer | null = () => null,
  ) => {
    for (let at = 0; at < passages.length; at += BATCH) {
      const batch = passages.slice(at, at + BATCH)
      const known = batch.map(vectorOf)
      const made = await embedInParts(
        batch
          .filter((_, place) => known[place] === null)
          .map(({ headingPath, content }) => embeddedText(reading.title, headingPath, content)),
      )
      await stored.insert(
        batch.map((passage, place) => ({
          ...passage,
          ...reading,
          headings: passage.headingPath.join('\n'),
          embedding: known[place] ?? made.shift() ?? null,
          embeddingModel: embedder.model,
        })),
      )
      await onBatch(at + batch.length)
    }
  }
}
