import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { knowledgeBases } from '../../kernel/db/schema/index.ts'
import type { Evaluation } from '../golden/evaluate.ts'
import { RerankerUnavailable } from '../retrieval/reranker.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import type { Reranking } from '../retrieval/search.ts'
import type { CompareIndexes } from './build.ts'

type Parts = Pick<Evaluation, 'questionsOf' | 'evaluate'> & {
  retrieval: Pick<Retrieval, 'search' | 'searchIndex'>
}

/**
 * Runs a knowledge base's golden questions on the index in use, and on its possible replacement: both with the reranker,
 * or both without it while it fails.
 */
export const createCompare =
  ({ db }: Pick<Context, 'db'>, { questionsOf, evaluate, retrieval }: Parts): CompareIndexes =>
  async (index, candidate) => {
    const { knowledgeBaseId, createdBy: userId, passageSize, passageOverlap } = index
    const [base] = await db.select().from(knowledgeBases).where(eq(knowledgeBases.id, knowledgeBaseId))
    if (!base) return null
    const { settings } = base
    // The same for both, even if someone adds or deletes one in between.
    const questions = await questionsOf(knowledgeBaseId)
    const measure = async (reranking: Reranking) => {
      const before = await evaluate(
        knowledgeBaseId,
        async (question, limit) => {
          const options = { limit, closed: new Set<string>(), isMeasured: true, reranking }
          return (await retrieval.search(question, [knowledgeBaseId], options)).hits
        },
        { kind: 'reindex', settings, index: base.indexNumber, userId },
        questions,
      )
      if (!before?.recall) return null
      const after = await evaluate(
        knowledgeBaseId,
        async (question, limit) => {
          const options = { limit, knowledgeBaseId, settings, reranking }
          return (await retrieval.searchIndex(candidate, question, options)).hits
        },
        {
          kind: 'reindex',
          settings: { ...settings, passage_size: passageSize, passage_overlap: passageOverlap },
          index: index.number,
          userId,
        },
        questions,
      )
      return after?.recall ? { before: before.recall, after: after.recall } : null
    }
    return measure('required').catch((error: unknown) => {
      if (!(error instanceof RerankerUnavailable)) throw error
      return measure('none')
    })
  }
