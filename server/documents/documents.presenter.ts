import type { Document, Passage } from '../../src/services/contract/documents.ts'
import type { DocumentRow } from './documents.types.ts'
import type { PassagesRepository } from './passages.repository.ts'

type PassageRow = Awaited<ReturnType<PassagesRepository['of']>>[number]

export const presentDocument = (row: DocumentRow): Document => ({
  id: row.id,
  knowledge_base_id: row.knowledgeBaseId,
  name: row.name,
  type: row.type,
  size: row.size,
  status: row.status,
  progress: row.progress,
  error: row.error,
  attempts: row.attempts,
  passage_count: row.passageCount,
  word_count: row.wordCount,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const presentPassage = (row: PassageRow): Passage => ({
  id: row.id,
  document_id: row.documentId,
  position: row.position,
  heading_path: row.headingPath,
  content: row.content,
  char_start: row.charStart,
  char_end: row.charEnd,
  page: row.page,
})
