import { AuditExport, AuditPage, AuditQuery } from '../audit.ts'
import { operation } from './operation.ts'
import { MANAGE } from './phrases.ts'

/** The audit log of an organization. */
export const auditLog = {
  page: operation('GET /api/v1/organizations/:organizationId/audit-log', AuditPage, {
    summary: 'List the audit log',
    description:
      'Newest first, for owners and admins. How far it goes back depends on the plan. Set `before` to the id of the last entry of the previous page. Entries contain names and codes, never secrets or texts.',
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
