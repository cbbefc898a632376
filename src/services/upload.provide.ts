import { fromCallback } from 'xstate'
import { tell } from '../machines/system.ts'
import {
  type ChosenFile,
  UNCHANGED,
  UNREADABLE,
  type UploadEvent,
  uploadMachine,
} from '../machines/upload/upload.machine.ts'
import { t } from '../texts/t.ts'
import type { UploadResult } from './contract/documents.ts'
import { HttpError } from './http/errors.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

const NEXT_ATTEMPT = 5_000 // ms
const NEXT_ATTEMPT_MAX = 60_000 // ms

interface Sending {
  readonly knowledgeBaseId: string
  readonly files: readonly File[]
  readonly onProgress: (progress: number) => void
  readonly signal: AbortSignal
}

/**
 * SHA-256 in hexadecimal; null where the browser computes none, as on a page without TLS.
 * @throws DOMException when the file cannot be read, because it was moved or changed since it was chosen
 */
const hashOf = async (file: File) => {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto }
  if (!subtle) {
    await file.slice(0, 1).arrayBuffer()
    return null
  }
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const refused = ({ name }: File, code: string, detail: string): UploadResult => ({
  name,
  document: null,
  error: { code, detail },
})

/** One after the other: fifty files of 20 MB fit no phone's memory at once. */
const readAll = async (files: readonly File[]) => {
  const read: { file: File; hash: string | null }[] = []
  const unreadable: File[] = []
  for (const file of files) {
    const hash = await hashOf(file).catch(() => undefined)
    if (hash === undefined) unreadable.push(file)
    else read.push({ file, hash })
  }
  return { read, unreadable }
}

/** Sends files together; where they are too much for one request, for a proxy perhaps, each goes alone. */
const send = async (
  api: KnowledgeApi,
  { knowledgeBaseId, files, onProgress, signal }: Sending,
): Promise<UploadResult[]> => {
  if (files.length === 0) return []
  try {
    return await api.upload(knowledgeBaseId, files, onProgress, signal)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 413) throw error
    const [file] = files
    if (file && files.length === 1) return [refused(file, 'file_too_large', error.message)]
    const results: UploadResult[] = []
    for (const one of files)
      results.push(...(await send(api, { knowledgeBaseId, files: [one], onProgress, signal })))
    return results
  }
}

/** Sends what the knowledge base does not hold yet: an upload that was interrupted goes on where it was. */
const sendNew = async (api: KnowledgeApi, sending: Sending) => {
  const { knowledgeBaseId, files, signal } = sending
  const { read, unreadable } = await readAll(files)
  const given = read.flatMap(({ hash }) => hash ?? [])
  const known = new Set(given.length > 0 ? await api.known(knowledgeBaseId, given, signal) : [])
  const isKnown = ({ hash }: { hash: string | null }) => known.has(hash ?? '')
  const fresh = read.filter((one) => !isKnown(one)).map(({ file }) => file)
  return [
    ...(await send(api, { ...sending, files: fresh })),
    ...read
      .filter(isKnown)
      .map(({ file }) => refused(file, UNCHANGED, t('The knowledge base holds this content already.'))),
    ...unreadable.map((file) => refused(file, 'unreadable', UNREADABLE)),
  ]
}

/** The chosen files of a browser are `File`s: the machine knows only their names and sizes. */
export const provideUpload = (api: KnowledgeApi, tab: Window) =>
  uploadMachine.provide({
    actors: {
      sendFiles: fromCallback<UploadEvent, { knowledgeBaseId: string; files: readonly ChosenFile[] }>(
        ({ input: { knowledgeBaseId, files }, system, sendBack }) => {
          const leaving = new AbortController()
          sendNew(api, {
            knowledgeBaseId,
            files: files as readonly File[],
            onProgress: (progress) => sendBack({ type: 'upload.progressed', progress }),
            signal: leaving.signal,
          }).then(
            (results) => {
              const full = results.find(({ error }) => error?.code === 'plan_limit')
              if (full?.error) tell({ system }, 'upgrade', { type: 'plan.refused', planId: null })
              sendBack({ type: 'upload.answered', results })
            },
            (error: unknown) => sendBack({ type: 'upload.failed', error }),
          )
          return () => leaving.abort()
        },
      ),
      awaitLine: fromCallback<UploadEvent, { interruptions: number }>(
        ({ input: { interruptions }, sendBack }) => {
          const goOn = () => sendBack({ type: 'line.returned' })
          // The line may have come back before the upload was known to have failed, or the server is away.
          const wait = Math.min(NEXT_ATTEMPT * 2 ** (interruptions - 1), NEXT_ATTEMPT_MAX)
          const timer = tab.navigator.onLine ? tab.setTimeout(goOn, wait) : undefined
          tab.addEventListener('online', goOn)
          return () => {
            tab.clearTimeout(timer)
            tab.removeEventListener('online', goOn)
          }
        },
      ),
      holdTab: fromCallback(() => {
        const hold = (event: BeforeUnloadEvent) => event.preventDefault()
        tab.addEventListener('beforeunload', hold)
        return () => tab.removeEventListener('beforeunload', hold)
      }),
    },
  })
