import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Citation } from '../../services/contract/conversations.ts'
import type { DocumentText } from '../../services/contract/documents.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'

export interface ReaderContext {
  readonly citation: Citation | null
  readonly source: DocumentText | null
  readonly error: string | null
}

export type ReaderEvent =
  | { type: 'citation.opened'; citation: Citation }
  | { type: 'reader.closed' }
  | { type: 'retry.requested' }

/** The source of a citation, opened at the passage that it quotes. */
export const readerMachine = setup({
  types: {} as {
    context: ReaderContext
    events: ReaderEvent
    tags: 'open' | 'loading' | 'failed' | 'ready'
    children: { loadDocument: 'loadDocument' }
  },
  actors: { loadDocument: fromPromise<DocumentText, { documentId: string }>(notProvided('loadDocument')) },
  guards: { isKept: (_, { citation }: { citation: Citation }) => citation.document_id !== null },
  actions: {
    rememberCitation: assign({
      citation: (_, { citation }: { citation: Citation }) => citation,
      source: null,
      error: null,
    }),
    takeSource: assign({ source: (_, { source }: { source: DocumentText }) => source }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, 'The source could not be loaded. Check your connection and try again.').message,
    }),
  },
}).createMachine({
  id: 'reader',
  description: 'The source of a citation, opened at the passage that it quotes.',
  context: { citation: null, source: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No source is open.',
      on: {
        'citation.opened': [
          {
            guard: { type: 'isKept', params: ({ event }) => event },
            target: 'open.loading',
            actions: { type: 'rememberCitation', params: ({ event }) => event },
          },
          {
            target: 'open.gone',
            actions: { type: 'rememberCitation', params: ({ event }) => event },
          },
        ],
      },
    },
    open: {
      description: 'A sheet beside the answer.',
      tags: 'open',
      initial: 'loading',
      on: { 'reader.closed': 'closed' },
      states: {
        loading: {
          description: 'The document is read.',
          tags: 'loading',
          invoke: {
            id: 'loadDocument',
            src: 'loadDocument',
            input: ({ context }) => ({ documentId: context.citation!.document_id! }),
            onDone: {
              target: 'ready',
              actions: { type: 'takeSource', params: ({ event }) => ({ source: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: { description: 'The quoted words are marked and in view.', tags: 'ready' },
        failed: {
          description: 'The passage as it was cited, and Try Again.',
          tags: 'failed',
          on: { 'retry.requested': 'loading' },
        },
        gone: { description: 'The document was deleted: the passage as it was cited.' },
      },
    },
  },
})

export type ReaderRef = ActorRefFrom<typeof readerMachine>
