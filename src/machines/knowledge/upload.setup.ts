import { type AnyActorRef, assign, type EventObject, fromCallback, setup } from 'xstate'
import {
  FILE_BYTES_MAX,
  FILES_PER_REQUEST_MAX,
  type UploadResult,
} from '../../services/contract/documents.ts'
import { detailOf } from '../../texts/localized.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { isRefused } from '../shared/failed-call.ts'

/** The part of a chosen file that a machine needs; the browser's `File` fits. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
  /** The browser found it, for example in a folder, but could not open it. */
  readonly isUnreadable?: boolean
}

export interface Refusal {
  readonly name: string
  readonly reason: string
  /** Code of the server's refusal. */
  readonly code?: string
}

/** The knowledge base that receives the files. */
export interface Destination {
  readonly knowledgeBaseId: string
  readonly name: string
}

/** For a file with a document's name: the person is asked, the document is replaced, or both are kept. */
type SameName = 'ask' | 'replace' | 'keep'

interface WaitingFile {
  readonly file: ChosenFile
  readonly sameName: SameName
}

/** Files that are sent together. */
export interface Batch {
  readonly knowledgeBaseId: string
  readonly files: readonly ChosenFile[]
  /** Files of the same drop that were sent before: none may replace another. */
  readonly earlier: readonly ChosenFile[]
  readonly sameName: SameName
}

/** A result of a batch. */
export interface FileResult extends UploadResult {
  /** Position in the batch of a file that needs a decision: other files may have the same name. */
  readonly index?: number
}

interface UploadContext {
  readonly knowledgeBaseId: string
  readonly name: string
  readonly waiting: readonly WaitingFile[]
  readonly sending: readonly WaitingFile[]
  /** Files that were answered. */
  readonly sent: readonly ChosenFile[]
  /** Files named like an existing document, which need a decision. */
  readonly namesakes: readonly ChosenFile[]
  /** 0 to 1, of the bytes of the request in flight. */
  readonly progress: number
  readonly accepted: number
  /** Files whose content the knowledge base already has. */
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
  readonly error: string | null
  /** Consecutive requests that did not arrive. */
  readonly interruptions: number
}

export interface Holding {
  readonly upload: Pick<AnyActorRef, 'subscribe'> & { getSnapshot(): { readonly context: UploadContext } }
}

/** Files that would be lost now. */
export const unsentOf = ({ waiting, sending, namesakes }: UploadContext) => [
  ...[...sending, ...waiting].map(({ file }) => file),
  ...namesakes,
]

export type UploadEvent =
  | { type: 'files.chosen'; files: readonly ChosenFile[] }
  | { type: 'upload.progressed'; progress: number }
  | { type: 'upload.answered'; results: readonly FileResult[] }
  | { type: 'upload.failed'; error: unknown }
  /** The browser is online, or it is time for another attempt. */
  | { type: 'line.returned' }
  | { type: 'upload.cancelled' }
  | { type: 'namesakes.decided'; sameName: Exclude<SameName, 'ask'> }
  | { type: 'retry.requested' }
  | { type: 'report.dismissed' }

/** Error code of a file whose content the knowledge base already has. */
export const UNCHANGED = 'duplicate'
/** Error code of a file that has a document's name and was not sent. */
export const SAME_NAME = 'same_name'

/** Message for a file that exists under its own name; if it exists under another, that name is given. */
const isUnchanged = ({ name, error }: UploadResult) =>
  error?.code === UNCHANGED && (error.values?.name ?? name) === name

/** An upload of no files. */
export const noFiles = {
  waiting: [],
  sending: [],
  sent: [],
  namesakes: [],
  progress: 0,
  accepted: 0,
  unchanged: 0,
  refusals: [],
  error: null,
  interruptions: 0,
}

/** Message for files that could not be opened, by the machine or during reading. */
export const UNREADABLE = t('This file could not be read. If it was moved or changed, add it again.')
const TOO_LARGE = t('This file is larger than {fileBytesMax} MB. Split it and add the parts.', {
  fileBytesMax: FILE_BYTES_MAX / 1024 / 1024,
})

/** Error in a file before it is sent; null if it has none. */
const problemOf = ({ size, isUnreadable }: ChosenFile) =>
  isUnreadable ? UNREADABLE : size > FILE_BYTES_MAX ? TOO_LARGE : null

export const uploadSetup = setup({
  types: {} as {
    context: UploadContext
    events: UploadEvent
    input: Destination
    tags: 'busy' | 'report'
    children: { sendFiles: 'sendFiles'; holdTab: 'holdTab'; awaitLine: 'awaitLine' }
  },
  actors: {
    sendFiles: fromCallback<UploadEvent, Batch>(notProvided('sendFiles')),
    /** The browser asks before closing the tab, and the names of the files outlast the session. */
    holdTab: fromCallback<EventObject, Holding>(notProvided('holdTab')),
    /** Reports when another attempt is worthwhile. */
    awaitLine: fromCallback<UploadEvent, { interruptions: number }>(notProvided('awaitLine')),
  },
  guards: {
    hasFiles: (_, { files }: { files: readonly ChosenFile[] }) => files.length > 0,
    isRefused,
    hasWaiting: ({ context }) => context.waiting.length > 0,
    hasNamesakes: ({ context }) => context.namesakes.length > 0,
  },
  actions: {
    addFiles: assign(({ context }, { files }: { files: readonly ChosenFile[] }) => ({
      waiting: [
        ...context.waiting,
        ...files
          .filter((file) => problemOf(file) === null)
          .map((file) => ({ file, sameName: 'ask' as const })),
      ],
      refusals: [
        ...context.refusals,
        ...files.flatMap((file) => {
          const reason = problemOf(file)
          return reason === null ? [] : { name: file.name, reason }
        }),
      ],
    })),
    beginReport: assign({ sent: [], accepted: 0, unchanged: 0, refusals: [] }),
    forgetError: assign({ error: null }),
    forgetInterruptions: assign({ interruptions: 0 }),
    countInterruption: assign({ interruptions: ({ context }) => context.interruptions + 1 }),
    takeBatch: assign(({ context: { waiting } }) => {
      const others = waiting.findIndex(({ sameName }) => sameName !== waiting[0]?.sameName)
      const count = Math.min(FILES_PER_REQUEST_MAX, others === -1 ? waiting.length : others)
      return { sending: waiting.slice(0, count), waiting: waiting.slice(count), progress: 0 }
    }),
    /** Only one file replaces a document: others with its name are kept beside it. */
    decideNamesakes: assign(({ context: { namesakes } }, { sameName }: { sameName: SameName }) => {
      const isFirst = ({ name }: ChosenFile, at: number) =>
        namesakes.findIndex((file) => file.name === name) === at
      return {
        waiting: [
          ...namesakes.filter(isFirst).map((file) => ({ file, sameName })),
          ...namesakes
            .filter((file, at) => !isFirst(file, at))
            .map((file) => ({ file, sameName: 'keep' as const })),
        ],
        namesakes: [],
      }
    }),
    putBack: assign(({ context }) => ({ waiting: [...context.sending, ...context.waiting], sending: [] })),
    rememberProgress: assign({ progress: (_, { progress }: { progress: number }) => progress }),
    rememberResults: assign(({ context }, { results }: { results: readonly FileResult[] }) => ({
      accepted: context.accepted + results.filter(({ document }) => document !== null).length,
      unchanged: context.unchanged + results.filter(isUnchanged).length,
      refusals: [
        ...context.refusals,
        ...results.flatMap((result) =>
          result.error && result.error.code !== SAME_NAME && !isUnchanged(result)
            ? [{ name: result.name, reason: detailOf(result.error), code: result.error.code }]
            : [],
        ),
      ],
      namesakes: [
        ...context.namesakes,
        ...results.flatMap(({ index, error }) =>
          error?.code === SAME_NAME ? (context.sending[index ?? -1]?.file ?? []) : [],
        ),
      ],
      sent: [...context.sent, ...context.sending.map(({ file }) => file)],
      sending: [],
    })),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The upload was interrupted. It resumes when you are back online.')).message,
    }),
    forgetAll: assign(noFiles),
  },
})
