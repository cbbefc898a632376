import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
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

type Parts = { db: Db; embedder: Embedder; log: Pick<FastifyBaseLogger, 'warn'> }

/** Records for Source Analytics: written when an answer is complete, and rewritten when it is regenerated. */
export const createAnswerRecords = ({ db, embedder, log }: Parts) => {
  /** Without the model it is empty: the gap is kept, but grouped with no other. */
  const meaningOf = async (question: string) => {
    try {
      const [vector] = await embedder.embed([question], 'inTurn')
      return { embedding: toBytes(vector!), embeddingModel: embedder.model }
    } catch (cause) {
      log.warn({ err: cause }, 'a question without an answer was noted without its meaning')
      return { embedding: Buffer.alloc(0), embeddingModel: null }
    }
  }

  return {
    async write({ answerId, question, answered, retrieved, cited }: AnswerRecord): Promise<void> {
      const meaning = answered === false ? await meaningOf(question) : null
      const uses = [...new Set(retrieved)].map((documentId) => ({
        answerId,
        documentId,
        cited: cited.has(documentId),
      }))
      await db.transaction(async (tx) => {
        await tx.delete(documentUses).where(eq(documentUses.answerId, answerId))
        await tx.delete(gaps).where(eq(gaps.answerId, answerId))
        if (uses.length > 0) await tx.insert(documentUses).values(uses)
        if (meaning) await tx.insert(gaps).values({ answerId, ...meaning })
      })
    },
  }
}
