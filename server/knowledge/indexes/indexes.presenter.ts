import type { KnowledgeIndex } from '../../../src/services/contract/indexes.ts'
import type { IndexWithAuthor } from './indexes.types.ts'

export const presentIndex = (row: IndexWithAuthor): KnowledgeIndex => ({
  id: row.id,
  knowledge_base_id: row.knowledgeBaseId,
  number: row.number,
  status: row.status,
  origin: row.origin,
  restored_number: row.restoredNumber,
  passage_size: row.passageSize,
  passage_overlap: row.passageOverlap,
  progress: row.progress,
  error: row.error,
  report: row.report,
  recall: row.recall,
  recall_before: row.recallBefore,
  is_kept: row.isKept,
  created_at: row.createdAt.toISOString(),
  created_by: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.email,
  published_at: row.publishedAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
})
