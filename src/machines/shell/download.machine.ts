import type { ConversationFilter, ConversationScope } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { createOperationMachine } from '../shared/operation.machine.ts'

interface ConversationsRequest {
  readonly scope: ConversationScope
  readonly filter: ConversationFilter
  readonly format: 'csv' | 'jsonl'
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
