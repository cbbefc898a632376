import { fromCallback } from 'xstate'
import { tell } from '../machines/system.ts'
import { type ChosenFile, type UploadEvent, uploadMachine } from '../machines/upload/upload.machine.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

/** The chosen files of a browser are `File`s: the machine knows only their names and sizes. */
export const provideUpload = (api: KnowledgeApi) =>
  uploadMachine.provide({
    actors: {
      sendFiles: fromCallback<UploadEvent, { knowledgeBaseId: string; files: readonly ChosenFile[] }>(
        ({ input, system, sendBack }) => {
          const leaving = new AbortController()
          api
            .upload(
              input.knowledgeBaseId,
              input.files as readonly File[],
              (progress) => sendBack({ type: 'upload.progressed', progress }),
              leaving.signal,
            )
            .then(
              (results) => {
                const full = results.find(({ error }) => error?.code === 'plan_limit')
                if (full?.error)
                  tell({ system }, 'upgrade', {
                    type: 'plan.refused',
                    limit: { detail: full.error.detail, planId: null },
                  })
                sendBack({ type: 'upload.answered', results })
              },
              (error: unknown) => sendBack({ type: 'upload.failed', error }),
            )
          return () => leaving.abort()
        },
      ),
    },
  })
