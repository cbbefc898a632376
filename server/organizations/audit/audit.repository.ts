import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditExport } from '../../../src/services/contract/audit.ts'
import { beginOf, containing, endOf } from '../../kernel/db/filters.ts'
import type { Db } from '../../kernel/db/open.ts'
import { auditEntries, recordRetention } from '../../kernel/db/schema/index.ts'

/** How long an organization keeps its audit log: as in its plan, or shorter by its own rule. */
export const auditDaysOf = async (db: Db, organizationId: string, ofPlan: number) => {
  const [rule] = await db
    .select({ days: recordRetention.auditDays })
    .from(recordRetention)
    .where(eq(recordRetention.organizationId, organizationId))
  return Math.min(ofPlan, rule?.days ?? ofPlan)
}

export type AuditRow = typeof auditEntries.$inferSelect
export type AuditRepository = ReturnType<typeof createAuditRepository>

const auditCondition = (organizationId: string, { q, subject, from, to, time_zone }: AuditExport) =>
  and(
    eq(auditEntries.organizationId, organizationId),
    q
      ? or(
          ...[
            auditEntries.actorName,
            auditEntries.actorEmail,
            auditEntries.apiKeyName,
            auditEntries.targetName,
            sql`${auditEntries.details}->>'added'`,
            sql`${auditEntries.details}->>'removed'`,
          ].map((column) => ilike(column, containing(q))),
        )
      : undefined,
    subject && ilike(auditEntries.action, `${subject.replaceAll('_', '\\_')}.%`),
    from ? gte(auditEntries.at, beginOf(from, time_zone)) : undefined,
    to ? lt(auditEntries.at, endOf(to, time_zone)) : undefined,
  )

/** Entries that follow one in the list's order; none if it belongs to another organization. */
const after = (organizationId: string, id: string): SQL =>
  sql`(${auditEntries.at}, ${auditEntries.id}) < (select e.at, e.id from audit_entries e
    where e.id = ${id} and e.organization_id = ${organizationId})`

export const createAuditRepository = (db: Db) => ({
  /** Newest first. */
  page: (organizationId: string, filter: AuditExport, limit: number, before?: string): Promise<AuditRow[]> =>
    db
      .select()
      .from(auditEntries)
      .where(and(auditCondition(organizationId, filter), before ? after(organizationId, before) : undefined))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit),

  keptDays: (organizationId: string, ofPlan: number) => auditDaysOf(db, organizationId, ofPlan),

  count: (organizationId: string, filter: AuditExport): Promise<number> =>
    db.$count(auditEntries, auditCondition(organizationId, filter)),

  /** Organizations with older entries, including deleted organizations. */
  async withEntriesBefore(moment: Date): Promise<string[]> {
    const rows = await db
      .selectDistinct({ id: auditEntries.organizationId })
      .from(auditEntries)
      .where(lt(auditEntries.at, moment))
    return rows.map(({ id }) => id)
  },

  /** The only way to delete entries: the database checks for this setting, and for their age. */
  deleteBefore: (organizationId: string, moment: Date): Promise<unknown> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lectern.audit_retention', 'on', true)`)
      await tx
        .delete(auditEntries)
        .where(and(eq(auditEntries.organizationId, organizationId), lt(auditEntries.at, moment)))
    }),
})
