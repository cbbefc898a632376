import { type AuditFilter, AuditPage } from './contract/audit.ts'
import type { Http } from './http/client.ts'

/** Who did what in an organization; days begin at the midnight of who looks. */
export const createAuditApi = (http: Http, timeZone: () => string) => {
  const at = (organizationId: string) => `/api/v1/organizations/${organizationId}/audit-log`
  return {
    page: (organizationId: string, filter: AuditFilter, before: string | null, signal: AbortSignal) =>
      http.json(AuditPage, at(organizationId), {
        query: { ...filter, time_zone: timeZone(), before },
        signal,
      }),
    export: (organizationId: string, filter: AuditFilter) =>
      http.file(`${at(organizationId)}/export`, { query: { ...filter, time_zone: timeZone() } }),
  }
}

export type AuditApi = ReturnType<typeof createAuditApi>
