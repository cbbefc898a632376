import type { GoldenQuestion, GoldenRun } from '../../../src/services/contract/golden.ts'
import type { GoldenQuestionRow, GoldenRunRow } from './golden.repository.ts'

/** @param names names of existing documents, by id */
export const presentQuestion = (
  row: GoldenQuestionRow,
  names: ReadonlyMap<string, string>,
  last: GoldenRunRow | null,
): GoldenQuestion => {
  const result =
    last && last.createdAt >= row.updatedAt
      ? last.results.find(({ questionId }) => questionId === row.id)
      : undefined
  return {
    id: row.id,
    knowledge_base_id: row.knowledgeBaseId,
    question: row.question,
    expected: row.expected.map(({ documentId, documentName, quote }) => ({
      document_id: documentId,
      document_name: names.get(documentId) ?? documentName,
      quote,
      is_gone: !names.has(documentId),
    })),
    last: last && result ? { place: result.place, at: last.createdAt.toISOString() } : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

export const presentRun = (row: GoldenRunRow): GoldenRun => ({
  id: row.id,
  knowledge_base_id: row.knowledgeBaseId,
  origin: row.origin,
  status: row.status,
  done: row.done,
  total: row.total,
  recall: row.recall,
  mrr: row.mrr,
  settings: row.settings,
  index: row.indexNumber,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
})
