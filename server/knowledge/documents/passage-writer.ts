import { type Embedder, EmbedderUnavailable, TextsRefused } from '../retrieval/embedder.ts'
import { embedPassages } from '../retrieval/passage-vectors.ts'
import type { StoredVectors } from '../retrieval/vectors.ts'
import type { CarriedPassage } from './carried-edits.ts'
import type { PassagesRepository } from './passages.repository.ts'

/** Passages stored together. */
const BATCH = 16
/** The embedded model needs 0.1 s per passage, while others wait; a remote model takes many at once. */
export const EMBEDDED_TOGETHER = { here: 2, elsewhere: 16 }
/** A model that works embeds it. */
const SHORT_TEXT = 'Is the model there?'

type Reading = { documentId: string; knowledgeBaseId: string; reading: number; title: string }
type Parts = {
  passages: PassagesRepository
  embedder: Embedder
  /** Passages embedded together, while other documents wait. */
  embeddedTogether: number
}

export type PassageWriter = ReturnType<typeof createPassageWriter>

/**
 * Stores the passages of a document's reading with their vectors; `vectorsOf` returns known ones.
 * @throws EmbedderUnavailable if the model embeds nothing now
 * @throws TextsRefused if it only fails on these passages
 */
export const createPassageWriter = ({ passages: stored, embedder, embeddedTogether }: Parts) => {
  const embedSome = async (some: Parameters<typeof embedPassages>[1]) => {
    const vectors: StoredVectors[] = []
    try {
      for (let at = 0; at < some.length; at += embeddedTogether)
        vectors.push(...(await embedPassages(embedder, some.slice(at, at + embeddedTogether), 'inTurn')))
    } catch (error) {
      if (!(error instanceof EmbedderUnavailable)) throw error
      // A rate limit may refuse long texts and take short ones.
      if ((error.cause as { status?: number }).status === 429) throw error
      await embedder.embed([SHORT_TEXT], 'inTurn').catch(() => {
        throw error
      })
      throw new TextsRefused(error)
    }
    return vectors
  }

  return async (
    reading: Reading,
    passages: CarriedPassage[],
    onBatch: (done: number) => Promise<unknown>,
    vectorsOf: (passage: CarriedPassage) => StoredVectors | null = () => null,
  ) => {
    for (let at = 0; at < passages.length; at += BATCH) {
      const batch = passages.slice(at, at + BATCH)
      const known = batch.map(vectorsOf)
      const made = await embedSome(
        batch
          .filter((_, place) => known[place] === null)
          .map(({ headingPath, content }) => ({ title: reading.title, headingPath, content })),
      )
      await stored.insert(
        batch.map((passage, place) => ({
          ...passage,
          ...reading,
          headings: passage.headingPath.join('\n'),
          ...(known[place] ?? made.shift()),
          embeddingModel: embedder.model,
        })),
      )
      await onBatch(at + batch.length)
    }
  }
}
