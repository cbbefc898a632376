import { fromPromise, setup } from 'xstate'
import type { AuditFilter } from '../../services/contract/audit.ts'
import type { ConversationFilter, ConversationScope } from '../../services/contract/conversations.ts'
import { notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

export interface ConversationsRequest {
  readonly scope: ConversationScope
  readonly filter: ConversationFilter
  readonly format: 'csv' | 'jsonl'
}

/** Of a payment: its invoice or receipt. */
export interface InvoiceRequest {
  readonly paymentId: string
  readonly number: string
}

export interface AuditRequest {
  readonly organizationId: string
  readonly filter: AuditFilter
}

/** A file: read from the server, then given to the browser to keep. */
export const createDownloadMachine = <Request>() =>
  setup({
    types: {} as {
      events: { type: 'download.requested'; request: Request }
      tags: 'busy'
      children: { fetchFile: 'fetchFile' }
    },
    actors: { fetchFile: fromPromise<void, { request: Request }>(notProvided('fetchFile')) },
    actions: { showToast },
  }).createMachine({
    id: 'download',
    description: 'A file that the server makes.',
    initial: 'idle',
    states: {
      idle: { description: 'A file can be asked for.', on: { 'download.requested': 'fetching' } },
      fetching: {
        description: 'It is read; a second one has to wait.',
        tags: 'busy',
        invoke: {
          id: 'fetchFile',
          src: 'fetchFile',
          input: ({ event }) => ({ request: event.request }),
          onDone: 'idle',
          onError: {
            target: 'idle',
            actions: {
              type: 'showToast',
              params: { type: 'error', message: 'The file could not be made. Please try again.' },
            },
          },
        },
      },
    },
  })

/** Conversations, as a table or line by line. */
export const downloadMachine = createDownloadMachine<ConversationsRequest>()
export type AuditDownload = ReturnType<typeof createDownloadMachine<AuditRequest>>
export type InvoiceDownload = ReturnType<typeof createDownloadMachine<InvoiceRequest>>
