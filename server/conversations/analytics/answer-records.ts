import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documentUses, gaps } from '../../kernel/db/schema/index.ts'
import type { Embedder } from '../../knowledge/retrieval/embedder.ts'
import { toBytes } from '../../knowledge/retrieval/vectors.ts'

type AnswerRecord = {
  answerId: string
  question: string
  answered: boolean | null
  retrieved: readonly string[]
  cited: ReadonlySet<string>
}

export type AnswerRecords = ReturnType<typeof createAnswerRecords>

/** Records for Source Analytics: written when an answer is complete, and rewritten when it is regenerated. */
export const createAnswerRecords = ({ db, embedder }: { db: Db; embedder: Embedder }) => ({
  async write({ answerId, question, answered, retrieved, cited }: AnswerRecord): Promise<void> {
    const [vector] = answered === false ? await embedder.embed([question], 'inTurn') : []
    const uses = [...new Set(retrieved)].map((documentId) => ({
      answerId,
      documentId,
      cited: cited.has(documentId),
    }))
    await db.transaction(async (tx) => {
      await tx.delete(documentUses).where(eq(documentUses.answerId, answerId))
      await tx.delete(gaps).where(eq(gaps.answerId, answerId))
      if (uses.length > 0) await tx.insert(documentUses).values(uses)
      if (vector)
        await tx.insert(gaps).values({ answerId, embedding: toBytes(vector), embeddingModel: embedder.model })
    })
  },
})
