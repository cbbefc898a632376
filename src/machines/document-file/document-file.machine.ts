import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'
import type { ChosenFile } from '../upload/upload.machine.ts'

/** The document whose file is meant. */
export interface FiledDocument {
  readonly id: string
  readonly name: string
  /** An older content; the latest one if not given. */
  readonly version?: number
}

/** What is wanted of its file. */
export type FileRequest =
  | { readonly kind: 'download'; readonly document: FiledDocument }
  | { readonly kind: 'replace'; readonly document: FiledDocument; readonly file: ChosenFile }

interface DocumentFileContext {
  readonly request: FileRequest | null
}

type DocumentFileEvent =
  | { type: 'download.requested'; document: FiledDocument }
  | { type: 'replacement.chosen'; document: FiledDocument; file: ChosenFile }

/** The file of a document: saved as it was sent, or replaced by another one. */
export const documentFileMachine = setup({
  types: {} as {
    context: DocumentFileContext
    events: DocumentFileEvent
    tags: 'busy'
    children: { carryOut: 'carryOut' }
  },
  actors: { carryOut: fromPromise<void, FileRequest>(notProvided('carryOut')) },
  actions: {
    showToast,
    refreshDocuments: actionNotProvided('refreshDocuments'),
    remember: assign({ request: (_, request: FileRequest) => request }),
    forget: assign({ request: null }),
  },
}).createMachine({
  id: 'documentFile',
  description: 'The file of a document: saved as it was sent, or replaced by another one.',
  context: { request: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'A document can be downloaded, or replaced by another file.',
      on: {
        'download.requested': {
          target: 'working',
          actions: {
            type: 'remember',
            params: ({ event: { document } }) => ({ kind: 'download' as const, document }),
          },
        },
        'replacement.chosen': {
          target: 'working',
          actions: {
            type: 'remember',
            params: ({ event: { document, file } }) => ({ kind: 'replace' as const, document, file }),
          },
        },
      },
    },
    working: {
      description: 'The file is on its way.',
      tags: 'busy',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => context.request!,
        onDone: { target: 'idle', actions: ['refreshDocuments', 'forget'] },
        onError: {
          target: 'idle',
          actions: [
            {
              type: 'showToast',
              params: ({ context, event }) => ({
                type: 'error',
                message: `“${context.request!.document.name}”: ${failureOf(event.error, 'The file did not arrive. Please try again.').message}`,
              }),
            },
            'forget',
          ],
        },
      },
    },
  },
})

export type DocumentFileRef = ActorRefFrom<typeof documentFileMachine>
