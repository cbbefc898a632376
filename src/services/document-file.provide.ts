import { fromPromise } from 'xstate'
import { documentFileMachine, type FileRequest } from '../machines/document-file/document-file.machine.ts'
import { documentVersionsMachine } from '../machines/document-versions/document-versions.machine.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { saveFile } from './save-file.ts'

interface Services {
  api: KnowledgeApi
  document: Document
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

export const provideDocumentFile = ({ api, document, refresh }: Services) =>
  documentFileMachine.provide({
    actors: {
      run: fromPromise<void, { request: FileRequest }>(async ({ input: { request } }) => {
        const { id, name, version } = request.document
        if (request.kind === 'download') saveFile(document, name, await api.file(id, version))
        // The chosen file of a browser is a `File`.
        else await api.replace(id, request.file as File)
      }),
    },
    actions: { refresh },
  })

export const provideDocumentVersions = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  documentVersionsMachine.provide({
    actors: {
      restore: fromPromise<void, { id: string; number: number }>(async ({ input: { id, number } }) => {
        await api.restore(id, number)
      }),
    },
    actions: { refreshDocuments: refresh },
  })
