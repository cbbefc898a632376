import { organizationOf } from '../audit/record.ts'
import type { Tx } from '../db/open.ts'
import { emit } from '../webhooks/emit.ts'
import type { DocumentRow } from './documents.types.ts'

/** Tells webhooks what became of a document, in the transaction in which it did. */
export const emitDocument = (
  tx: Tx,
  type: 'document.ready' | 'document.failed' | 'document.deleted',
  row: Pick<DocumentRow, 'id' | 'name' | 'knowledgeBaseId' | 'error'>,
) =>
  emit(tx, organizationOf(row), type, {
    document_id: row.id,
    knowledge_base_id: row.knowledgeBaseId,
    name: row.name,
    ...(type === 'document.failed' && { error: row.error?.code ?? null }),
  })
