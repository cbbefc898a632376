import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'
import type { FiledDocument } from './document-file.machine.ts'

interface DocumentVersionsContext {
  readonly document: FiledDocument | null
  /** The version to restore as the latest. */
  readonly number: number | null
  readonly error: string | null
}

type DocumentVersionsEvent =
  | { type: 'versions.opened'; document: FiledDocument }
  | { type: 'restore.requested'; number: number }
  | { type: 'versions.closed' }

/** The versions of a document: each can be restored as the latest. */
export const documentVersionsMachine = setup({
  types: {} as {
    context: DocumentVersionsContext
    events: DocumentVersionsEvent
    tags: 'open' | 'busy'
    children: { restore: 'restore' }
  },
  actors: { restore: fromPromise<void, { id: string; number: number }>(notProvided('restore')) },
  actions: {
    refreshDocuments: actionNotProvided('refreshDocuments'),
    rememberDocument: assign({
      document: (_, { document }: { document: FiledDocument }) => document,
      number: null,
      error: null,
    }),
    rememberNumber: assign({ number: (_, { number }: { number: number }) => number, error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('That version could not be restored. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'documentVersions',
  description: 'The contents that a document has had.',
  context: { document: null, number: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing is shown.',
      on: {
        'versions.opened': {
          target: 'listed',
          actions: { type: 'rememberDocument', params: ({ event }) => event },
        },
      },
    },
    listed: {
      description: 'Every version that is kept can be downloaded, and made the latest again.',
      tags: 'open',
      on: {
        'restore.requested': {
          target: 'restoring',
          actions: { type: 'rememberNumber', params: ({ event }) => event },
        },
        'versions.closed': 'closed',
      },
    },
    restoring: {
      description: 'The server makes an older content the latest; the dialog stays.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'restore',
        src: 'restore',
        input: ({ context }) => ({ id: context.document!.id, number: context.number! }),
        onDone: { target: 'closed', actions: 'refreshDocuments' },
        onError: { target: 'listed', actions: remembersError },
      },
    },
  },
})

export type DocumentVersionsRef = ActorRefFrom<typeof documentVersionsMachine>
