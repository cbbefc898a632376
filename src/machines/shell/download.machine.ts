import type { AuditFilter } from '../../services/contract/audit.ts'
import type { ConversationFilter, ConversationScope } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { createOperationMachine } from '../shared/operation.machine.ts'

interface ConversationsRequest {
  readonly scope: ConversationScope
  readonly filter: ConversationFilter
  readonly format: 'csv' | 'jsonl'
}

/** Requests the invoice or receipt of a payment. */
export interface InvoiceRequest {
  readonly paymentId: string
  readonly number: string
}

export interface AuditRequest {
  readonly organizationId: string
  readonly filter: AuditFilter
}

export interface OutcomesRequest {
  readonly organizationId: string
  readonly days: number
}

/** A file: read from the server, then saved by the browser. */
export const createDownloadMachine = <Request>() =>
  createOperationMachine<Request>({
    id: 'download',
    description: 'A file that the server makes.',
    fallback: t('The file could not be created. Please try again.'),
  })

/** Conversations, as a table or one per line. */
export const downloadMachine = createDownloadMachine<ConversationsRequest>()
