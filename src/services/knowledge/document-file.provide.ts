import { fromPromise } from 'xstate'
import { documentFileMachine } from '../../machines/knowledge/document-file.machine.ts'
import { documentVersionsMachine } from '../../machines/knowledge/document-versions.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { documents } from '../contract/operations/documents.ts'
import { provideOperation } from '../shared/changes.provide.ts'
import { replaceFile } from './document-files.ts'

type Services = Pick<WriteServices, 'http' | 'refresh'>

export const provideDocumentFile = ({ http, document, refresh }: Services & { document: Document }) =>
  provideOperation(
    documentFileMachine,
    async (request) => {
      const { id, name, version } = request.document
      if (request.kind === 'download')
        saveFile(document, name, await http.file(documents.file, { id }, { query: { version } }))
      // A file chosen in the browser is a `File`.
      else await replaceFile(http, id, request.file as File)
    },
    refresh,
  )

export const provideDocumentVersions = ({ http, refresh }: Services) =>
  documentVersionsMachine.provide({
    actors: {
      restore: fromPromise(async ({ input: { id, number } }) => {
        await http.call(documents.restore, { id, number })
      }),
    },
    actions: { refreshDocuments: refresh },
  })
