import type {
  Document,
  DocumentVersion,
  Passage,
  PlacedPassage,
} from '../../../src/services/contract/documents.ts'
import { fullName } from '../../kernel/full-name.ts'
import type { ContentsRepository } from './contents.repository.ts'
import type { DocumentRow } from './documents.types.ts'
import type { PassageRow } from './passages.repository.ts'

export const presentDocument = (row: DocumentRow): Document => ({
  id: row.id,
  knowledge_base_id: row.knowledgeBaseId,
  name: row.name,
  source: row.source,
  url: row.url,
  enabled: row.enabled,
  restricted: row.isRestricted,
  sharing: row.sharing,
  version: row.version,
  is_searchable: row.servedReading !== null && row.enabled,
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
  enabled: row.enabled,
  original: row.original,
})

export const presentPlacedPassage = ({
  documentName,
  passageCount,
  ...row
}: PassageRow & { documentName: string; passageCount: number }): PlacedPassage => ({
  ...presentPassage(row),
  document_name: documentName,
  passage_count: passageCount,
})

type VersionRow = Awaited<ReturnType<ContentsRepository['versionsOf']>>[number]

export const presentVersion = (row: VersionRow): DocumentVersion => ({
  number: row.number,
  type: row.type,
  size: row.size,
  created_at: row.createdAt.toISOString(),
  created_by: fullName(row),
})
