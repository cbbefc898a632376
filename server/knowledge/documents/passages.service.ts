import type { PassagePatch } from '../../../src/services/contract/documents.ts'
import { invalid, refusal } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { type Embedder, EmbedderUnavailable, TextsRefused } from '../retrieval/embedder.ts'
import { embedPassages } from '../retrieval/passage-vectors.ts'
import type { PassagesRepository } from './passages.repository.ts'

type Parts = { passages: PassagesRepository; embedder: Embedder }
type Passage = NonNullable<Awaited<ReturnType<PassagesRepository['find']>>>

export type Passages = ReturnType<typeof createPassages>

/** People's edits to passages. They are kept when the document is read again. */
export const createPassages = ({ passages, embedder }: Parts) => {
  /** New wording, or, for null, the original. */
  const reworded = async (passage: Passage, wanted: string | null) => {
    const read = passage.original ?? passage.content
    const content = wanted ?? read
    if (content === passage.content) return {}
    const [vectors] = await embedPassages(embedder, [{ ...passage, content }], 'now').catch(
      (error: unknown) => {
        if (error instanceof EmbedderUnavailable) throw refusal('embedder_away')
        if (error instanceof TextsRefused) throw invalid({ content: say('model_refuses') })
        throw error
      },
    )
    return {
      content,
      original: content === read ? null : read,
      ...vectors,
      embeddingModel: embedder.model,
    }
  }

  return {
    page: passages.page,

    /** @throws Refusal 409 for a passage that is no longer searched, 503 or 422 if the model cannot or will not embed it */
    async change(passage: Passage, { content, enabled }: PassagePatch) {
      const changes = {
        ...(content !== undefined && (await reworded(passage, content))),
        ...(enabled !== undefined && { enabled }),
      }
      if (Object.keys(changes).length === 0) return passage
      const changed = await passages.change(passage, changes)
      if (!changed) throw refusal('old_passage')
      return changed
    },
  }
}
