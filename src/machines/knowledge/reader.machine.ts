import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { DocumentText, Passage } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { failsTo, isRefused, remembersError } from '../shared/failed-call.ts'
import type { SourcePassage } from './reader.types.ts'

interface ReaderContext {
  readonly passage: SourcePassage | null
  readonly source: DocumentText | null
  readonly error: string | null
}

type ReaderEvent =
  | { type: 'passage.opened'; passage: SourcePassage }
  | { type: 'reader.closed' }
  | { type: 'retry.requested' }
  /** A passage of the open document was edited. */
  | { type: 'passage.changed'; passage: Passage }

/** The source of a passage, opened at the passage. */
export const readerMachine = setup({
  types: {} as {
    context: ReaderContext
    events: ReaderEvent
    tags: 'open' | 'loading' | 'failed' | 'ready'
    children: { loadDocument: 'loadDocument' }
  },
  actors: {
    loadDocument: fromPromise<DocumentText, { documentId: string; passageId: string | null }>(
      notProvided('loadDocument'),
    ),
  },
  guards: {
    isKept: (_, { passage }: { passage: SourcePassage }) => passage.document_id !== null,
    isRefused,
  },
  actions: {
    rememberPassage: assign({
      passage: (_, { passage }: { passage: SourcePassage }) => passage,
      source: null,
      error: null,
    }),
    takeSource: assign({ source: (_, { source }: { source: DocumentText }) => source }),
    takePassage: assign({
      source: ({ context: { source } }, { passage }: { passage: Passage }) =>
        source && {
          ...source,
          passages: source.passages.map((one) => (one.id === passage.id ? passage : one)),
        },
    }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The source could not be loaded. Check your connection and try again.'))
          .message,
    }),
  },
}).createMachine({
  id: 'reader',
  description: 'The source of a passage, opened at the passage.',
  context: { passage: null, source: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No source is open.',
      on: {
        'passage.opened': [
          {
            guard: { type: 'isKept', params: ({ event }) => event },
            target: 'open.loading',
            actions: { type: 'rememberPassage', params: ({ event }) => event },
          },
          {
            target: 'open.gone',
            actions: { type: 'rememberPassage', params: ({ event }) => event },
          },
        ],
      },
    },
    open: {
      description: 'A sheet beside the page.',
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
            input: ({ context }) => ({
              documentId: context.passage!.document_id!,
              passageId: context.passage!.passage_id,
            }),
            onDone: {
              target: 'ready',
              actions: { type: 'takeSource', params: ({ event }) => ({ source: event.output }) },
            },
            onError: failsTo('failed', remembersError),
          },
        },
        ready: {
          description: 'The words that matter are marked and in view.',
          tags: 'ready',
          on: { 'passage.changed': { actions: { type: 'takePassage', params: ({ event }) => event } } },
        },
        failed: {
          description: 'Only the passage, and Try Again.',
          tags: 'failed',
          on: { 'retry.requested': 'loading' },
        },
        refused: {
          description: 'Only the passage: the document has been deleted, or is restricted to others.',
          tags: 'failed',
        },
        gone: { description: 'The document was deleted: the passage as it was.' },
      },
    },
  },
})

export type ReaderRef = ActorRefFrom<typeof readerMachine>
