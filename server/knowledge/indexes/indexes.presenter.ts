import type { KnowledgeIndex } from '../../../src/services/contract/indexes.ts'
import type { Db } from '../../kernel/db/open.ts'
import { fullName } from '../../kernel/full-name.ts'
import { openAmong, type ReaderId } from '../readers/may-read.ts'
import type { IndexWithAuthor } from './indexes.repository.ts'
import { namedIn, reportOn } from './report-part.ts'

const presentIndex = (row: IndexWithAuthor, open: ReadonlySet<string>): KnowledgeIndex => ({
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
  report: row.report && reportOn(row.report, open),
  recall: row.recall,
  recall_before: row.recallBefore,
  is_kept: row.isKept,
  created_at: row.createdAt.toISOString(),
  created_by: fullName(row),
  published_at: row.publishedAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
})

/** As a reader sees them: reports name no document that is deleted, or closed to them. */
export const presentIndexes = async (db: Db, readerId: ReaderId, rows: IndexWithAuthor[]) => {
  const named = rows.flatMap(({ report }) => (report ? namedIn(report) : []))
  const open = await openAmong(db, readerId, new Set(named))
  return rows.map((row) => presentIndex(row, open))
}
