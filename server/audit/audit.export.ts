import { stringify } from 'csv-stringify/sync'
import type { AuditEntry } from '../../src/services/contract/audit.ts'

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

// A cell that begins with = + - @ would be a formula to a spreadsheet.
const written = (rows: unknown[][]) => stringify(rows, { escape_formulas: true })

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

/** A row for each entry; the mark at the start tells a spreadsheet that it is UTF-8. */
export async function* asCsv(pages: AsyncIterable<AuditEntry[]>) {
  yield `\uFEFF${written([COLUMNS])}`
  for await (const entries of pages) yield written(entries.map(rowOf))
}
