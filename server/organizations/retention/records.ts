import { type SQL, sql } from 'drizzle-orm'
import type { RecordRule, RetentionPreview } from '../../../src/services/contract/retention.ts'
import { basesOf } from '../personal-data/person.ts'

type Kept = {
  table: string
  counted: keyof Pick<RetentionPreview, 'audit_entries' | 'documents' | 'deliveries'>
  isOf: (organizationId: string) => SQL
  since: string
}

/** Records other than conversations, by retention rule. */
export const RECORDS: Readonly<Record<RecordRule, Kept>> = {
  audit_days: {
    table: 'audit_entries',
    counted: 'audit_entries',
    isOf: (organizationId) => sql`t.organization_id = ${organizationId}`,
    since: 'at',
  },
  deleted_document_days: {
    table: 'documents',
    counted: 'documents',
    isOf: (organizationId) => sql`t.knowledge_base_id in ${basesOf({ organizationId })}`,
    since: 'removed_at',
  },
  delivery_days: {
    table: 'webhook_deliveries',
    counted: 'deliveries',
    isOf: (organizationId) =>
      sql`t.status <> 'pending'
        and t.endpoint_id in (select id from webhook_endpoints where organization_id = ${organizationId})`,
    since: 'created_at',
  },
}

export const RULES = Object.keys(RECORDS) as RecordRule[]

/** Older records, by whole days: a run is logged once a day rather than every hour. */
export const dueRecords = (rule: RecordRule, organizationId: string, days: number | SQL) => {
  const { table, isOf, since } = RECORDS[rule]
  return sql`from ${sql.identifier(table)} t where ${isOf(organizationId)}
    and t.${sql.identifier(since)} < date_trunc('day', now()) - make_interval(days => ${days})`
}
