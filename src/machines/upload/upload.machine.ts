import { type ActorRefFrom, assign, fromCallback, setup } from 'xstate'
import { FILES_PER_REQUEST_MAX, type UploadResult } from '../../services/contract/documents.ts'
import { fromServer } from '../../texts/from-server.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'

/** A chosen file, as far as a machine needs to know it; a `File` of the browser is one. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
}

export interface Refusal {
  readonly name: string
  readonly reason: string
}

/** The knowledge base that files go to. */
export interface Destination {
  readonly knowledgeBaseId: string
  readonly name: string
}

interface UploadContext {
  readonly knowledgeBaseId: string
  readonly name: string
  readonly waiting: readonly ChosenFile[]
  readonly sending: readonly ChosenFile[]
  /** 0 to 1, of the bytes of the request in flight. */
  readonly progress: number
  readonly accepted: number
  /** Files whose content the knowledge base holds already. */
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
  readonly error: string | null
}

export type UploadEvent =
  | { type: 'files.chosen'; files: readonly ChosenFile[] }
  | { type: 'upload.progressed'; progress: number }
  | { type: 'upload.answered'; results: readonly UploadResult[] }
  | { type: 'upload.failed'; error: unknown }
  | { type: 'upload.cancelled' }
  | { type: 'retry.requested' }
  | { type: 'report.dismissed' }

/** The code of a file whose content the knowledge base holds already. */
export const UNCHANGED = 'duplicate'

const none = { waiting: [], sending: [], progress: 0, accepted: 0, unchanged: 0, refusals: [], error: null }

/**
 * Uploads files to a knowledge base, with a result for each file: a refused file does not affect the others.
 * Continues while another screen or organization is shown.
 */
export const uploadMachine = setup({
  types: {} as {
    context: UploadContext
    events: UploadEvent
    input: Destination
    tags: 'busy' | 'report'
    children: { sendFiles: 'sendFiles'; holdTab: 'holdTab' }
  },
  actors: {
    sendFiles: fromCallback<UploadEvent, { knowledgeBaseId: string; files: readonly ChosenFile[] }>(
      notProvided('sendFiles'),
    ),
    /** The browser asks before the tab is closed. */
    holdTab: fromCallback(notProvided('holdTab')),
  },
  guards: {
    hasFiles: (_, { files }: { files: readonly ChosenFile[] }) => files.length > 0,
    hasWaiting: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    addFiles: assign({
      waiting: ({ context }, { files }: { files: readonly ChosenFile[] }) => [...context.waiting, ...files],
    }),
    beginReport: assign({ accepted: 0, unchanged: 0, refusals: [], error: null }),
    takeBatch: assign(({ context }) => ({
      sending: context.waiting.slice(0, FILES_PER_REQUEST_MAX),
      waiting: context.waiting.slice(FILES_PER_REQUEST_MAX),
      progress: 0,
    })),
    putBack: assign(({ context }) => ({ waiting: [...context.sending, ...context.waiting], sending: [] })),
    rememberProgress: assign({ progress: (_, { progress }: { progress: number }) => progress }),
    rememberResults: assign(({ context }, { results }: { results: readonly UploadResult[] }) => ({
      accepted: context.accepted + results.filter(({ document }) => document !== null).length,
      unchanged: context.unchanged + results.filter(({ error }) => error?.code === UNCHANGED).length,
      refusals: [
        ...context.refusals,
        ...results.flatMap(({ name, error }) =>
          error && error.code !== UNCHANGED ? [{ name, reason: fromServer(error.detail) }] : [],
        ),
      ],
      sending: [],
    })),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The upload was interrupted. The files are still chosen: try again.')).message,
    }),
    forgetAll: assign(none),
  },
}).createMachine({
  id: 'upload',
  description: 'Uploads files to a knowledge base.',
  context: ({ input }) => ({ ...none, ...input }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Files can be dropped or chosen.',
      on: {
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'sending',
          actions: { type: 'addFiles', params: ({ event }) => event },
        },
      },
    },
    sending: {
      description: 'A bar shows how much has been sent; further files wait their turn.',
      tags: 'busy',
      entry: 'takeBatch',
      invoke: [
        {
          id: 'sendFiles',
          src: 'sendFiles',
          input: ({ context }) => ({ knowledgeBaseId: context.knowledgeBaseId, files: context.sending }),
        },
        { id: 'holdTab', src: 'holdTab' },
      ],
      on: {
        'files.chosen': { actions: { type: 'addFiles', params: ({ event }) => event } },
        'upload.progressed': { actions: { type: 'rememberProgress', params: ({ event }) => event } },
        'upload.answered': {
          target: 'deciding',
          actions: { type: 'rememberResults', params: ({ event }) => event },
        },
        'upload.failed': {
          target: 'failed',
          actions: ['putBack', { type: 'rememberError', params: ({ event }) => event }],
        },
        'upload.cancelled': { target: 'idle', actions: 'forgetAll' },
      },
    },
    deciding: {
      description: 'Files that were dropped meanwhile are sent next.',
      always: [{ guard: 'hasWaiting', target: 'sending' }, { target: 'reported' }],
    },
    reported: {
      description:
        'How many were accepted, how many were there already, and each refused file with its reason.',
      tags: 'report',
      on: {
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'sending',
          actions: ['beginReport', { type: 'addFiles', params: ({ event }) => event }],
        },
        'report.dismissed': { target: 'idle', actions: 'forgetAll' },
      },
    },
    failed: {
      description: 'The request did not arrive; the files are kept for another try.',
      tags: 'report',
      on: {
        'retry.requested': { target: 'sending', actions: 'beginReport' },
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'sending',
          actions: ['beginReport', { type: 'addFiles', params: ({ event }) => event }],
        },
        'report.dismissed': { target: 'idle', actions: 'forgetAll' },
      },
    },
  },
})

export type UploadRef = ActorRefFrom<typeof uploadMachine>
