import { createDownloadMachine } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import type { AuditFilter } from '../contract/audit.ts'
import { provideOperation } from '../shared/changes.provide.ts'
import type { AuditApi } from './audit-api.ts'

interface AuditRequest {
  readonly organizationId: string
  readonly filter: AuditFilter
}

/** The audit log as a table in a file. */
export const provideAuditDownload = (api: Pick<AuditApi, 'export'>, document: Document) =>
  provideOperation(createDownloadMachine<AuditRequest>(), async ({ organizationId, filter }) =>
    saveFile(document, 'audit-log.csv', await api.export(organizationId, filter)),
  )
