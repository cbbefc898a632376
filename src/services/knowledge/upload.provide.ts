import { fromCallback } from 'xstate'
import { uploadMachine } from '../../machines/knowledge/upload.machine.ts'
import {
  type Batch,
  type FileResult,
  SAME_NAME,
  UNCHANGED,
  UNREADABLE,
  unsentOf,
} from '../../machines/knowledge/upload.setup.ts'
import { sendToActor } from '../../machines/system.ts'
import { t } from '../../texts/t.ts'
import { HASHES_MAX, type UploadResult } from '../contract/documents.ts'
import { documents } from '../contract/operations/documents.ts'
import type { Http } from '../http/client.ts'
import { HttpError } from '../http/errors.ts'
import { replaceFile, sendFiles } from './document-files.ts'
import type { UnsentUploads } from './unsent-uploads.ts'

const NEXT_ATTEMPT = 5_000 // ms
const NEXT_ATTEMPT_MAX = 60_000 // ms

interface Sending {
  readonly knowledgeBaseId: string
  readonly files: readonly File[]
  readonly onProgress: (progress: number) => void
  readonly signal: AbortSignal
}

/**
 * SHA-256 in hexadecimal; null if the browser cannot compute it, as on a page without TLS.
 * @throws DOMException when the file cannot be read because it was moved or changed since it was chosen
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

const refused = (
  { name }: File,
  code: string,
  detail: string,
  values?: Readonly<Record<string, string>>,
): UploadResult => ({
  name,
  document: null,
  error: { code, detail, ...(values && { values }) },
})

/** SHA-256 of each file that was read. */
const hashesRead = new WeakMap<File, string>()

/** One after the other: fifty files of 20 MB do not fit into a phone's memory at once. */
const readAll = async (files: readonly File[]) => {
  const read: { file: File; hash: string | null; index: number }[] = []
  const unreadable: File[] = []
  for (const [index, file] of files.entries()) {
    const hash = await hashOf(file).catch(() => undefined)
    if (hash === undefined) unreadable.push(file)
    else read.push({ file, hash, index })
    if (hash) hashesRead.set(file, hash)
  }
  return { read, unreadable }
}

/** Sends files together; if they are too much for one request, perhaps of a proxy, each is sent separately. */
const send = async (
  http: Http,
  { knowledgeBaseId, files, onProgress, signal }: Sending,
): Promise<UploadResult[]> => {
  if (files.length === 0) return []
  try {
    return await sendFiles(http, knowledgeBaseId, files, { onProgress, signal })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 413) throw error
    const [file] = files
    if (file && files.length === 1) return [refused(file, 'file_too_large', error.message)]
    const results: UploadResult[] = []
    for (const one of files)
      results.push(...(await send(http, { knowledgeBaseId, files: [one], onProgress, signal })))
    return results
  }
}

/** Replaces a document's content; errors are in the result. */
const replace = async (http: Http, id: string, file: File): Promise<UploadResult> => {
  try {
    return { name: file.name, document: await replaceFile(http, id, file), error: null }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status < 400 || error.status >= 500) throw error
    return refused(file, 'not_replaced', error.message)
  }
}

/** Sends what the knowledge base does not have yet: an interrupted upload continues where it stopped. */
const sendNew = async (
  http: Http,
  { sameName, earlier, ...sending }: Sending & Pick<Batch, 'sameName'> & { earlier: readonly File[] },
) => {
  const { knowledgeBaseId, files, signal } = sending
  const { read, unreadable } = await readAll(files)
  const names = sameName === 'keep' ? [] : read.map(({ file }) => file.name)
  const namesakes = earlier.filter(({ name }) => names.includes(name))
  const hashes = [
    ...read.flatMap(({ hash }) => hash ?? []),
    ...namesakes.flatMap((file) => hashesRead.get(file) ?? []),
  ].slice(0, HASHES_MAX)
  const {
    known,
    held = [],
    named = [],
  } = await http.call(documents.known, { id: knowledgeBaseId }, { body: { hashes, names }, signal })
  const sameNamed = new Map(named.map(({ name, document_id }) => [name, document_id]))
  const holders = new Map(held.map(({ hash, name }) => [hash, name]))
  const fresh: File[] = []
  const results: FileResult[] = unreadable.map((file) => refused(file, 'unreadable', UNREADABLE))
  for (const { file, hash, index } of read) {
    const id = sameNamed.get(file.name)
    if (known.includes(hash ?? '')) {
      const name = holders.get(hash ?? '') ?? file.name
      results.push(
        refused(file, UNCHANGED, t('This content is already in the knowledge base, as “{name}”.', { name }), {
          name,
        }),
      )
    } else if (!id) fresh.push(file)
    else if (sameName === 'replace') results.push(await replace(http, id, file))
    else results.push({ ...refused(file, SAME_NAME, ''), index })
  }
  return [...(await send(http, { ...sending, files: fresh })), ...results]
}

/** Files chosen in the browser are `File`s: the machine knows only their names and sizes. */
export const provideUpload = (http: Http, tab: Window, uploads: UnsentUploads) =>
  uploadMachine.provide({
    actors: {
      sendFiles: fromCallback(
        ({ input: { knowledgeBaseId, files, earlier, sameName }, system, sendBack }) => {
          const leaving = new AbortController()
          sendNew(http, {
            knowledgeBaseId,
            files: files as readonly File[],
            earlier: earlier as readonly File[],
            sameName,
            onProgress: (progress) => sendBack({ type: 'upload.progressed', progress }),
            signal: leaving.signal,
          }).then(
            (results) => {
              const full = results.find(({ error }) => error?.code === 'plan_limit')
              if (full?.error) sendToActor({ system }, 'upgrade', { type: 'plan.refused', planId: null })
              sendBack({ type: 'upload.answered', results })
            },
            (error: unknown) => sendBack({ type: 'upload.failed', error }),
          )
          return () => leaving.abort()
        },
      ),
      awaitLine: fromCallback(({ input: { interruptions }, sendBack }) => {
        const goOn = () => sendBack({ type: 'line.returned' })
        // The connection may have returned before the failure was noticed, or the server is down.
        const wait = Math.min(NEXT_ATTEMPT * 2 ** (interruptions - 1), NEXT_ATTEMPT_MAX)
        const timer = tab.navigator.onLine ? tab.setTimeout(goOn, wait) : undefined
        tab.addEventListener('online', goOn)
        return () => {
          tab.clearTimeout(timer)
          tab.removeEventListener('online', goOn)
        }
      }),
      holdTab: fromCallback(({ input: { upload } }) => {
        const keep = () => {
          const { context } = upload.getSnapshot()
          uploads.keep(
            context.knowledgeBaseId,
            unsentOf(context).map(({ name }) => name),
          )
        }
        const changes = upload.subscribe(keep)
        const hold = (event: BeforeUnloadEvent) => event.preventDefault()
        tab.addEventListener('beforeunload', hold)
        return () => {
          changes.unsubscribe()
          keep()
          tab.removeEventListener('beforeunload', hold)
        }
      }),
    },
  })
