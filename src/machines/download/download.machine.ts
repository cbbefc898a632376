import { fromPromise, setup } from 'xstate'
import type { ConversationFilter, ConversationScope } from '../../services/contract/conversations.ts'
import { notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

export interface DownloadRequest {
  readonly scope: ConversationScope
  readonly filter: ConversationFilter
  readonly format: 'csv' | 'jsonl'
}

type DownloadEvent = { type: 'download.requested'; request: DownloadRequest }

/** A file of conversations: read from the server, then given to the browser to keep. */
export const downloadMachine = setup({
  types: {} as { events: DownloadEvent; tags: 'busy'; children: { fetchFile: 'fetchFile' } },
  actors: { fetchFile: fromPromise<void, DownloadRequest>(notProvided('fetchFile')) },
  actions: { showToast },
}).createMachine({
  id: 'download',
  description: 'A file of conversations.',
  initial: 'idle',
  states: {
    idle: { description: 'A file can be asked for.', on: { 'download.requested': 'fetching' } },
    fetching: {
      description: 'It is read; a second one has to wait.',
      tags: 'busy',
      invoke: {
        id: 'fetchFile',
        src: 'fetchFile',
        input: ({ event }) => event.request,
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
