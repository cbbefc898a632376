import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import { BYTE_ORDER_MARK, csvOf } from '../../kernel/http/csv.ts'

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

/** A row for each entry. */
export async function* asCsv(pages: AsyncIterable<AuditEntry[]>) {
  yield BYTE_ORDER_MARK + csvOf([COLUMNS])
  for await (const entries of pages) yield csvOf(entries.map(rowOf))
}
