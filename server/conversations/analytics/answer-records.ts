import { and, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../kernel/db/open.ts'
import { documentUses, gaps, messages } from '../../kernel/db/schema/index.ts'
import { within } from '../../kernel/within.ts'
import type { Embedder } from '../../knowledge/retrieval/embedder.ts'
import { toBytes } from '../../knowledge/retrieval/vectors.ts'
import type { MessageRow } from '../conversations.types.ts'

/** A server that closes waits for it. */
const EMBEDDING_LIMIT = 5_000 // ms

type AnswerRecord = {
  answer: MessageRow
  question: string
  answered: boolean | null
  retrieved: readonly string[]
  cited: ReadonlySet<string>
}

export type AnswerRecords = ReturnType<typeof createAnswerRecords>

type Parts = { db: Db; embedder: Embedder; log: Pick<FastifyBaseLogger, 'warn'> }

/** Records for Source Analytics: written when an answer is complete, and rewritten when it is regenerated. */
export const createAnswerRecords = ({ db, embedder, log }: Parts) => {
  /** Without the model it is empty: a sweep embeds it later. */
  const meaningOf = async (question: string) => {
    try {
      // In its turn, it would wait for documents that are being read.
      const [vector] = await within(embedder.embed([question], 'now'), EMBEDDING_LIMIT, 'it took too long')
      return { embedding: toBytes(vector!), embeddingModel: embedder.model }
    } catch (cause) {
      log.warn({ err: cause }, 'a question without an answer was noted without its meaning')
      return { embedding: Buffer.alloc(0), embeddingModel: null }
    }
  }

  return {
    /** Writes nothing if the answer has been regenerated since, or is gone. */
    async write({ answer, question, answered, retrieved, cited }: AnswerRecord): Promise<void> {
      const answerId = answer.id
      const meaning = answered === false ? await meaningOf(question) : null
      const uses = [...new Set(retrieved)].map((documentId) => ({
        answerId,
        documentId,
        cited: cited.has(documentId),
      }))
      await db.transaction(async (tx) => {
        const isSame = and(
          eq(messages.id, answerId),
          eq(messages.status, 'complete'),
          sql`(${messages.answered}, ${messages.totalMs}) is not distinct from (${answer.answered}::boolean, ${answer.totalMs}::integer)`,
        )
        const [current] = await tx.select({ id: messages.id }).from(messages).where(isSame).for('update')
        if (!current) return
        await tx.delete(documentUses).where(eq(documentUses.answerId, answerId))
        await tx.delete(gaps).where(eq(gaps.answerId, answerId))
        if (uses.length > 0) await tx.insert(documentUses).values(uses)
        if (meaning) await tx.insert(gaps).values({ answerId, ...meaning })
      })
    },
  }
}
