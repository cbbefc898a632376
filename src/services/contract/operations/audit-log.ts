import { AuditExport, AuditPage, AuditQuery } from '../audit.ts'
import { operation } from './operation.ts'
import { MANAGE } from './phrases.ts'

/** Who did what in an organization. */
export const auditLog = {
  page: operation('GET /api/v1/organizations/:organizationId/audit-log', AuditPage, {
    summary: 'Read who did what',
    description:
      'Newest first, for owners and admins, as long as the plan keeps entries. `before` is the id of the last entry of the page before. Entries hold names and codes, never secrets or texts.',
    may: 'manage',
    keys: MANAGE,
    query: AuditQuery,
    example: { query: { subject: 'assistant', limit: '2' } },
  }),
  export: operation('GET /api/v1/organizations/:organizationId/audit-log/export', null, {
    summary: 'Export the audit log',
    may: 'manage',
    keys: MANAGE,
    query: AuditExport,
    answers: 'text/csv',
    example: { query: { subject: 'assistant' } },
  }),
}
