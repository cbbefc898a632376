import type { IndexReport, KnowledgeIndex } from '../../../src/services/contract/indexes.ts'
import { fullName } from '../../kernel/full-name.ts'
import type { IndexWithAuthor } from './indexes.repository.ts'

/** The part of a report about documents that are not closed to its reader. */
const openOf = (report: IndexReport, closed: ReadonlySet<string>): IndexReport => {
  const isOpen = ({ document_id }: { document_id: string }) => !closed.has(document_id)
  const hidden = report.documents.filter((one) => !isOpen(one))
  const without = (key: 'added' | 'changed' | 'removed' | 'unchanged') =>
    hidden.reduce((left, one) => left - one[key], report[key])
  const [unread, lost] = [report.unread.filter(isOpen), report.lost_edits.filter(isOpen)]
  return {
    added: without('added'),
    changed: without('changed'),
    removed: without('removed'),
    unchanged: without('unchanged'),
    documents_count: report.documents_count - hidden.length,
    documents: report.documents.filter(isOpen),
    unread_count: report.unread_count - report.unread.length + unread.length,
    unread,
    lost_edits_count: report.lost_edits_count - report.lost_edits.length + lost.length,
    lost_edits: lost,
  }
}

export const presentIndex = (row: IndexWithAuthor, closed: ReadonlySet<string>): KnowledgeIndex => ({
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
  report: row.report && openOf(row.report, closed),
  recall: row.recall,
  recall_before: row.recallBefore,
  is_kept: row.isKept,
  created_at: row.createdAt.toISOString(),
  created_by: fullName(row),
  published_at: row.publishedAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
})
