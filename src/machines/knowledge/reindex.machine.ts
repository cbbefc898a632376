import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { IndexStatus, KnowledgeIndex } from '../../services/contract/indexes.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

/** Decisions about an index that is being built, or waits for one. */
export type IndexDecision = 'cancel' | 'publish' | 'discard'

/** The build to start: an index with the current settings, or a return to an earlier index. */
export interface WantedIndex {
  readonly knowledgeBaseId: string
  readonly restore?: string
}

interface Read {
  readonly index: KnowledgeIndex
}

interface ReindexContext {
  readonly knowledgeBaseId: string
  /** The newest one. */
  readonly index: KnowledgeIndex | null
  readonly restore: string | null
}

type ReindexEvent =
  /** The newest index as the server has it. */
  | { type: 'index.read'; index: KnowledgeIndex }
  | { type: 'reindex.requested' }
  /** Back to an index that was used before. */
  | { type: 'restore.requested'; id: string }
  | { type: 'cancel.requested' }
  | { type: 'publish.requested' }
  | { type: 'discard.requested' }
  | { type: 'notice.closed' }

const FAILED = t('That did not work. Please try again.')
const toastOf = ({ event }: { event: { error: unknown } }) => ({
  type: 'error' as const,
  message: failureOf(event.error, FAILED).message,
})
const read = ({ event }: { event: Read }): Read => event
const answered = ({ event }: { event: { output: KnowledgeIndex } }): Read => ({ index: event.output })
/** The state that an index leads to, recording it as the newest one known. */
const leads = <Guard extends string, Target extends string>(guard: Guard, target: Target) =>
  ({
    guard: { type: guard, params: read },
    target,
    actions: { type: 'keepIndex', params: read },
  }) as const
const isIn =
  (...statuses: readonly IndexStatus[]) =>
  (_: unknown, { index }: Read) =>
    statuses.includes(index.status)
const isNewer = ({ index: known }: ReindexContext, { number }: KnowledgeIndex) =>
  known !== null && number > known.number
const isReadAs = ({ index: known }: ReindexContext, { id }: KnowledgeIndex, status: IndexStatus) =>
  known?.id === id && known.status === status

/** The effects of an index that the server returned. */
const keepsAnswer = [{ type: 'keepIndex', params: answered }, 'refreshIndexes'] as const

/** The server answered that an index is being built: it is followed, unless it is known to have ended. */
const followIt = [
  {
    guard: { type: 'isPublishedAlready', params: answered },
    target: '#reindex.settled.published',
    actions: 'refreshIndexes',
  },
  {
    guard: { type: 'isFailedAlready', params: answered },
    target: '#reindex.settled.failed',
    actions: 'refreshIndexes',
  },
  { target: '#reindex.followed', actions: keepsAnswer },
] as const

/** A decision is sent. If it is refused, the index may have ended, and been read as such, in the meantime. */
const deciding = <const Done>(decision: IndexDecision, onDone: Done) => {
  const actions = ['refreshIndexes', { type: 'showToast', params: toastOf }] as const
  return {
    tags: 'busy',
    on: { 'index.read': { actions: { type: 'keepIndex', params: read } } },
    invoke: {
      id: 'decide',
      src: 'decide',
      input: ({ context }: { context: ReindexContext }) => ({ id: context.index!.id, decision }),
      onDone,
      onError: [
        { guard: 'isKnownPublished', target: '#reindex.settled.published', actions },
        { guard: 'isKnownFailed', target: '#reindex.settled.failed', actions },
        { guard: 'isKnownEnded', target: '#reindex.settled.cancelled', actions },
        { guard: 'isKnownAwaiting', target: '#reindex.followed.worse', actions },
        { target: '#reindex.followed.building', actions },
      ],
    },
  } as const
}

/** An index that is built beside the published one, and the decisions about it. */
export const reindexMachine = setup({
  types: {} as {
    context: ReindexContext
    events: ReindexEvent
    input: { knowledgeBaseId: string }
    tags: 'busy' | 'open'
    children: { start: 'start'; decide: 'decide' }
  },
  actors: {
    start: fromPromise<KnowledgeIndex, WantedIndex>(notProvided('start')),
    decide: fromPromise<KnowledgeIndex, { id: string; decision: IndexDecision }>(notProvided('decide')),
  },
  guards: {
    isMade: isIn('queued', 'building'),
    isAwaiting: isIn('ready'),
    isPublished: isIn('published'),
    isFailed: isIn('failed'),
    /** It came and went between two polls: a small index is built faster than a slow network answers. */
    isPublishedSince: ({ context }, { index }: Read) =>
      isNewer(context, index) && index.status === 'published',
    isFailedSince: ({ context }, { index }: Read) => isNewer(context, index) && index.status === 'failed',
    /** It was read while a decision about it was in flight. */
    isKnownPublished: ({ context }) => context.index?.status === 'published',
    isKnownFailed: ({ context }) => context.index?.status === 'failed',
    isKnownAwaiting: ({ context }) => context.index?.status === 'ready',
    isKnownEnded: ({ context }) => !['queued', 'building', 'ready'].includes(context.index?.status ?? ''),
    /** It was read before the answer to starting its build arrived. */
    isPublishedAlready: ({ context }, { index }: Read) => isReadAs(context, index, 'published'),
    isFailedAlready: ({ context }, { index }: Read) => isReadAs(context, index, 'failed'),
  },
  actions: {
    showToast,
    refreshIndexes: actionNotProvided('refreshIndexes'),
    keepIndex: assign({ index: (_, { index }: Read) => index }),
    wantRestore: assign({ restore: (_, { id }: { id: string }) => id }),
    wantAnew: assign({ restore: null }),
  },
}).createMachine({
  id: 'reindex',
  description: 'An index that is built beside the published one, and what people decide about it.',
  context: ({ input }) => ({ ...input, index: null, restore: null }),
  initial: 'settled',
  on: {
    'index.read': [
      leads('isMade', '.followed.building'),
      leads('isAwaiting', '.followed.worse'),
      leads('isPublishedSince', '.settled.published'),
      leads('isFailedSince', '.settled.failed'),
      { actions: { type: 'keepIndex', params: read } },
    ],
  },
  states: {
    settled: {
      description: 'No index is being built: one can be started.',
      initial: 'none',
      on: {
        'reindex.requested': { target: 'starting', actions: 'wantAnew' },
        'restore.requested': {
          target: 'starting',
          actions: { type: 'wantRestore', params: ({ event }) => event },
        },
        'notice.closed': '.none',
      },
      states: {
        none: { description: 'There is nothing to report.' },
        published: {
          description: 'It is published: what it added, changed and removed is shown once.',
          tags: 'open',
        },
        cancelled: {
          description: 'It was cancelled or discarded; the previous index stays published.',
          tags: 'open',
        },
        failed: {
          description: 'It could not be built; the previous index stays published.',
          tags: 'open',
        },
      },
    },
    starting: {
      description: 'A new index is requested from the server.',
      tags: 'busy',
      on: { 'index.read': { actions: { type: 'keepIndex', params: read } } },
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context: { knowledgeBaseId, restore } }) => ({
          knowledgeBaseId,
          ...(restore !== null && { restore }),
        }),
        onDone: followIt,
        onError: { target: 'settled', actions: ['refreshIndexes', { type: 'showToast', params: toastOf }] },
      },
    },
    followed: {
      description: 'Its progress is followed.',
      tags: 'open',
      initial: 'building',
      on: {
        'index.read': [
          leads('isMade', '.building'),
          leads('isAwaiting', '.worse'),
          leads('isPublished', '#reindex.settled.published'),
          leads('isFailed', '#reindex.settled.failed'),
          { target: '#reindex.settled.cancelled', actions: { type: 'keepIndex', params: read } },
        ],
      },
      states: {
        building: {
          description: 'Documents are read for it, while the previous index is searched.',
          on: { 'cancel.requested': '#reindex.cancelling' },
        },
        worse: {
          description: 'It is complete but finds fewer golden questions: an editor publishes or discards it.',
          on: { 'publish.requested': '#reindex.publishing', 'discard.requested': '#reindex.discarding' },
        },
      },
    },
    cancelling: {
      description: 'The cancellation is sent to the server.',
      ...deciding('cancel', { target: '#reindex.settled.cancelled', actions: keepsAnswer }),
    },
    publishing: {
      description: 'The request to publish it is sent; newer documents are read first.',
      ...deciding('publish', followIt),
    },
    discarding: {
      description: 'The request to discard it is sent.',
      ...deciding('discard', { target: 'settled', actions: keepsAnswer }),
    },
  },
})

export type ReindexRef = ActorRefFrom<typeof reindexMachine>
