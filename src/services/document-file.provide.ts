import { fromPromise } from 'xstate'
import { documentFileMachine, type FileRequest } from '../machines/document-file/document-file.machine.ts'
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
      carryOut: fromPromise<void, FileRequest>(async ({ input }) => {
        if (input.kind === 'download')
          saveFile(document, input.document.name, await api.file(input.document.id))
        // The chosen file of a browser is a `File`.
        else await api.replace(input.document.id, input.file as File)
      }),
    },
    actions: { refreshDocuments: refresh },
  })
