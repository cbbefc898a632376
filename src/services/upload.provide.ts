import { fromCallback } from 'xstate'
import { tell } from '../machines/system.ts'
import {
  type ChosenFile,
  UNCHANGED,
  type UploadEvent,
  uploadMachine,
} from '../machines/upload/upload.machine.ts'
import { fromServer } from '../texts/from-server.ts'
import { t } from '../texts/t.ts'
import type { UploadResult } from './contract/documents.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Sending {
  readonly knowledgeBaseId: string
  readonly files: readonly File[]
  readonly onProgress: (progress: number) => void
  readonly signal: AbortSignal
}

/** SHA-256 in hexadecimal; null where the browser computes none, as on a page without TLS. */
const hashOf = async (file: File) => {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto }
  if (!subtle) return null
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const unchanged = ({ name }: File): UploadResult => ({
  name,
  document: null,
  error: { code: UNCHANGED, detail: t('The knowledge base holds this content already.') },
})

/** Sends what the knowledge base does not hold yet: an upload that was interrupted goes on where it was. */
const sendNew = async (api: KnowledgeApi, { knowledgeBaseId, files, onProgress, signal }: Sending) => {
  const hashes = await Promise.all(files.map(hashOf))
  const given = hashes.filter((hash) => hash !== null)
  const known = new Set(given.length > 0 ? await api.known(knowledgeBaseId, given, signal) : [])
  const isKnown = (place: number) => known.has(hashes[place] ?? '')
  const fresh = files.filter((_, place) => !isKnown(place))
  const results = fresh.length > 0 ? await api.upload(knowledgeBaseId, fresh, onProgress, signal) : []
  return [...results, ...files.filter((_, place) => isKnown(place)).map(unchanged)]
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
              if (full?.error)
                tell({ system }, 'upgrade', {
                  type: 'plan.refused',
                  limit: { detail: fromServer(full.error.detail), planId: null },
                })
              sendBack({ type: 'upload.answered', results })
            },
            (error: unknown) => sendBack({ type: 'upload.failed', error }),
          )
          return () => leaving.abort()
        },
      ),
      holdTab: fromCallback(() => {
        const hold = (event: BeforeUnloadEvent) => event.preventDefault()
        tab.addEventListener('beforeunload', hold)
        return () => tab.removeEventListener('beforeunload', hold)
      }),
    },
  })
