import { fromPromise } from 'xstate'
import { documentFileMachine, type FileRequest } from '../../machines/knowledge/document-file.machine.ts'
import { documentVersionsMachine } from '../../machines/knowledge/document-versions.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { documents } from '../contract/operations/documents.ts'
import type { Http } from '../http/client.ts'
import { replaceFile } from './document-files.ts'

interface Services {
  http: Http
  document: Document
  /** Refetches the organization's lists. */
  refresh: () => void
}

export const provideDocumentFile = ({ http, document, refresh }: Services) =>
  documentFileMachine.provide({
    actors: {
      run: fromPromise<void, { request: FileRequest }>(async ({ input: { request } }) => {
        const { id, name, version } = request.document
        if (request.kind === 'download')
          saveFile(document, name, await http.file(documents.file, { id }, { query: { version } }))
        // A file chosen in the browser is a `File`.
        else await replaceFile(http, id, request.file as File)
      }),
    },
    actions: { refresh },
  })

export const provideDocumentVersions = ({ http, refresh }: Pick<Services, 'http' | 'refresh'>) =>
  documentVersionsMachine.provide({
    actors: {
      restore: fromPromise<void, { id: string; number: number }>(async ({ input: { id, number } }) => {
        await http.call(documents.restore, { id, number })
      }),
    },
    actions: { refreshDocuments: refresh },
  })
