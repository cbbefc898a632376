import type { AuditFilter } from '../contract/audit.ts'
import { auditLog } from '../contract/operations/audit-log.ts'
import type { Http } from '../http/client.ts'

/** The audit log of an organization; days begin at the viewer's midnight. */
export const createAuditApi = (http: Http, timeZone: () => string) => {
  return {
    page: (organizationId: string, filter: AuditFilter, before: string | null, signal: AbortSignal) =>
      http.call(
        auditLog.page,
        { organizationId },
        { query: { ...filter, time_zone: timeZone(), before }, signal },
      ),
    export: (organizationId: string, filter: AuditFilter) =>
      http.file(auditLog.export, { organizationId }, { query: { ...filter, time_zone: timeZone() } }),
  }
}

export type AuditApi = ReturnType<typeof createAuditApi>
