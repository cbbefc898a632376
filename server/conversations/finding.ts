import type { Readiness } from '../../src/services/contract/conversations.ts'
import type { Configuration } from '../../src/services/contract/integrations.ts'
import type { Turn } from '../assistants/answering/answerer.ts'
import type { Writers } from '../assistants/answering/writers.ts'
import type { ModelUse } from '../kernel/db/schema/index.ts'
import { isAnswer } from '../knowledge/retrieval/evidence.ts'
import type { Hit } from '../knowledge/retrieval/hit.ts'
import type { Neighbours } from '../knowledge/retrieval/neighbours.ts'
import type { ReadinessOf } from '../knowledge/retrieval/readiness.ts'
import type { Search, SearchResult } from '../knowledge/retrieval/search.ts'
import type { AnswerScope } from './reading.ts'

/** The hits that an assistant's settings keep, best first. */
export const narrowed = (
  { hits, answerable: _, ...rest }: SearchResult,
  { top_k, score_threshold }: Pick<Configuration, 'top_k' | 'score_threshold'>,
): Omit<SearchResult, 'answerable'> => ({
  ...rest,
  hits: hits.filter(({ score }) => score >= score_threshold).slice(0, top_k),
})

export type FindingParts = {
  search: Search
  readinessOf: ReadinessOf
  neighboursOf: Neighbours
  /** Those of some documents that not everyone can read. */
  restrictedAmong: (documentIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** A question, and how to answer it. */
export type Inquiry = {
  question: string
  history: Turn[]
  configuration: Configuration
  writers: Writers
  scope: AnswerScope
}

type Noted = {
  signal: AbortSignal
  /** Receives a model's usage for writing queries. */
  onUse: (use: ModelUse) => void
  /** Receives the documents' readiness before the search. */
  onReadiness: (readiness: Readiness | null) => void
}

/** Finds the passages to answer from. */
export const createFinding = (
  { search, neighboursOf, readinessOf, restrictedAmong }: FindingParts,
  { question, history, configuration, scope, writers }: Inquiry,
  { signal, onUse, onReadiness }: Noted,
) => {
  const isWithModel = writers.answerer.mode === 'model'

  const queriesFor = async (retryLanguages?: readonly string[]) => {
    const { queries, use } = await writers.writeQueries({
      question,
      history,
      signal,
      ...(retryLanguages && { retryLanguages }),
    })
    if (use) onUse(use)
    return queries
  }

  const searchFor = async (queries: string[]) => {
    const found = narrowed(
      await search(queries, configuration.knowledge_base_ids, {
        limit: configuration.top_k,
        closed: scope.closed,
      }),
      configuration,
    )
    const restricted = await restrictedAmong(found.hits.map(({ documentId }) => documentId))
    // The scope does not know documents that were added or restricted since it was taken.
    const isKnown = ({ documentId }: Hit) =>
      !restricted.has(documentId) || scope.documentsRead.includes(documentId)
    return { ...found, hits: found.hits.filter(isKnown) }
  }

  /** Searches again in other words, if a model can write some and the first search answers nothing. */
  const foundFor = async (queries: string[]) => {
    const found = await searchFor(queries)
    if (!isWithModel || found.searched === 0 || found.hits.some(isAnswer)) return found
    const others = await queriesFor([...new Set(found.hits.map(({ language }) => language))])
    if (signal.aborted || others.every((query) => queries.includes(query))) return found
    const again = await searchFor([...new Set([...others, ...queries])])
    return again.hits.length > 0 ? again : found
  }

  return async () => {
    const queries = await queriesFor()
    const readiness = await readinessOf(configuration.knowledge_base_ids, scope.readerId)
    onReadiness(readiness)
    const found = await foundFor(queries)
    const around = isWithModel ? await neighboursOf(found.hits) : []
    return { ...found, hits: [...found.hits, ...around], readiness, nothingReadable: scope.nothingReadable }
  }
}
