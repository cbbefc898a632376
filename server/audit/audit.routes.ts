import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AuditExport, AuditPage, AuditQuery } from '../../src/services/contract/audit.ts'
import type { Context } from '../context.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { asCsv } from './audit.export.ts'
import type { Audit } from './audit.service.ts'
import { fieldsOf, record } from './record.ts'

const Params = z.object({ organizationId: z.uuid() })

/** The audit log of an organization, for those who look after it. */
export const auditRoutes =
  ({ db }: Context, audit: Audit): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/organizations/:organizationId/audit-log',
      { schema: { params: Params, querystring: AuditQuery, response: { 200: AuditPage } } },
      async ({ user, params, query }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        return audit.page(organizationId, query)
      },
    )

    app.get(
      '/api/v1/organizations/:organizationId/audit-log/export',
      { schema: { params: Params, querystring: AuditExport } },
      async ({ user, params, query }, reply) => {
        const { time_zone: _, ...filter } = query
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        const details = { format: 'csv', fields: fieldsOf(filter) }
        await db.transaction((tx) => record(tx, organizationId, { action: 'export.audit_log', details }))
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="audit-log.csv"')
          .send(Readable.from(asCsv(audit.all(organizationId, query))))
      },
    )
  }
