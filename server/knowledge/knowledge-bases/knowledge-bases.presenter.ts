import type { KnowledgeBase, KnowledgeBaseStatus } from '../../../src/services/contract/knowledge-bases.ts'
import type { KnowledgeBaseRow } from './knowledge-bases.types.ts'

const statusOf = ({ documents, ready, failed }: KnowledgeBaseRow): KnowledgeBaseStatus => {
  if (documents === 0) return 'empty'
  if (ready + failed < documents) return 'indexing'
  if (failed === 0) return 'ready'
  return ready === 0 ? 'error' : 'degraded'
}

export const presentKnowledgeBase = (row: KnowledgeBaseRow, outdated: number): KnowledgeBase => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  description: row.description,
  settings: row.settings,
  restricted: row.isRestricted,
  status: statusOf(row),
  counts: {
    documents: row.documents,
    ready: row.ready,
    failed: row.failed,
    passages: row.passages,
    bytes: row.bytes,
    words: row.words,
    outdated,
  },
  integration_ids: row.integrationIds,
  last_indexed_at: row.lastIndexedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
