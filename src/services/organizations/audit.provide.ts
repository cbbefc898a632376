import { fromPromise } from 'xstate'
import { type AuditRequest, createDownloadMachine } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import type { AuditApi } from './audit-api.ts'

/** The audit log as a table in a file. */
export const provideAuditDownload = (api: Pick<AuditApi, 'export'>, document: Document) =>
  createDownloadMachine<AuditRequest>().provide({
    actors: {
      run: fromPromise<void, { request: AuditRequest }>(async ({ input: { request } }) =>
        saveFile(document, 'audit-log.csv', await api.export(request.organizationId, request.filter)),
      ),
    },
    actions: { refresh: () => {} },
  })
