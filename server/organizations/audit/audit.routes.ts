import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { fieldsOf, recordAlone } from '../../kernel/audit.ts'
import { BYTE_ORDER_MARK, csvOf } from '../../kernel/http/csv.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Audit } from './audit.service.ts'

const COLUMNS = [
  'at',
  'action',
  'actor_kind',
  'actor_name',
  'actor_email',
  'api_key',
  'target',
  'target_id',
  'details',
  'address',
  'device',
]

const rowOf = ({ at, action, actor, api_key, target, details, address, device }: AuditEntry) => [
  at,
  action,
  actor.kind,
  actor.name,
  actor.email,
  api_key?.name,
  target?.name,
  target?.id,
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
  address,
  device,
]

/** One row per entry. */
async function* asCsv(pages: AsyncIterable<AuditEntry[]>) {
  yield BYTE_ORDER_MARK + csvOf([COLUMNS])
  for await (const entries of pages) yield csvOf(entries.map(rowOf))
}

/** An organization's audit log, for its managers. */
export const auditRoutes =
  ({ db }: Context, audit: Audit): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.auditLog.page, async ({ params, query }) => audit.page(params.organizationId, query))

    serve(app, api.auditLog.export, async ({ params, query }, reply) => {
      const { time_zone: _, ...filter } = query
      const { organizationId } = params
      const details = { format: 'csv', fields: fieldsOf(filter) }
      await recordAlone(db, organizationId, { action: 'export.audit_log', details })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(Readable.from(asCsv(audit.all(organizationId, query))))
    })
  }
