import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditActorKind } from '../../../../src/services/contract/audit.ts'

/**
 * Who did what in an organization. A trigger refuses updates, and deletions except by retention. Entries have
 * no foreign keys: they outlive their subjects and keep the names of the time.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    action: text().$type<AuditAction>().notNull(),
    actorKind: text().$type<AuditActorKind>().notNull(),
    actorId: uuid(),
    actorName: text().notNull(),
    actorEmail: text(),
    apiKeyId: uuid(),
    apiKeyName: text(),
    targetId: uuid(),
    targetName: text(),
    details: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [index('audit_entries_organization').on(table.organizationId, table.at, table.id)],
)
