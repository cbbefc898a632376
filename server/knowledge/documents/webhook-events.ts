import type { WebhookEvent } from '../../../src/services/contract/webhooks.ts'
import { emit } from '../../developers/webhooks/emit.ts'
import { organizationOf } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/open.ts'
import { mayReadAll, PUBLIC } from '../readers/may-read.ts'
import type { DocumentRow } from './documents.types.ts'

/** Queues a document's outcome for webhooks, in its transaction; restricted documents are left out. */
export const emitDocument = async (
  tx: Tx,
  type: Extract<WebhookEvent, `document.${string}`>,
  row: Pick<DocumentRow, 'id' | 'name' | 'knowledgeBaseId' | 'isRestricted' | 'error'>,
) => {
  if (row.isRestricted || !(await mayReadAll(tx, PUBLIC, [row.knowledgeBaseId]))) return
  await emit(tx, organizationOf(row), type, {
    document_id: row.id,
    knowledge_base_id: row.knowledgeBaseId,
    name: row.name,
    ...(type === 'document.failed' && { error: row.error?.code ?? null }),
  })
}
