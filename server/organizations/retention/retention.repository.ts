import { asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { RecordRule, Retention } from '../../../src/services/contract/retention.ts'
import { record } from '../../kernel/audit.ts'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  chores,
  integrations,
  recordRetention,
  retentionRules,
  retentionRuns,
} from '../../kernel/db/schema/index.ts'
import { endConversations } from './end-conversations.ts'
import { dueRecords, RECORDS, RULES } from './records.ts'

export type RuleRow = Omit<typeof retentionRules.$inferSelect, 'organizationId'>
export type RecordDays = Record<RecordRule, number | null>
export type RetentionRepository = ReturnType<typeof createRetentionRepository>

const CHORE = 'retention'

type Due = { id: string; visitorId: string | null; isHandedOver: boolean }

const storedRules = (organizationId: string) =>
  sql`select integration_id, channel, days from retention_rules where organization_id = ${organizationId}`

const givenRules = ({ default_days, rules }: Retention) => {
  const all = [{ integration_id: null, channel: null, days: default_days }, ...rules]
  return sql`select * from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r(integration_id uuid, channel text, days int)`
}

const RECORD_DAYS = {
  audit_days: recordRetention.auditDays,
  deleted_document_days: recordRetention.deletedDocumentDays,
  delivery_days: recordRetention.deliveryDays,
}

/** When anyone last wrote in it. */
const LAST_AT = sql`greatest(c.last_message_at, h.last_at)`

/**
 * Conversations past their rules. A hand-over is open until the team resolves it; mail-only ones never are
 * resolved.
 */
const due = (organizationId: string, rules: SQL) => sql`
  from conversations c
  join integrations i on i.id = c.integration_id
  left join handovers h on h.conversation_id = c.id
  cross join lateral (
    select r.days from (${rules}) r
    where (r.integration_id is null or r.integration_id = c.integration_id)
      and (r.channel is null or r.channel = c.channel)
    order by r.integration_id is null, r.channel is null
    limit 1
  ) rule
  where i.organization_id = ${organizationId}
    and ${LAST_AT} < now() - make_interval(days => rule.days)
    and (h.conversation_id is null or h.status = 'resolved' or not h.in_inbox)`

/** Visitors with nothing else, and no question that counts towards a limit today. */
async function deleteVisitors(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rowCount } = await tx.execute(sql`
    delete from visitors v where v.id in ${ids}
      and not exists (select from conversations c where c.visitor_id = v.id)
      and not exists (
        select from visitor_questions q where q.visitor_id = v.id and q.asked_at > now() - interval '1 day')`)
  return rowCount ?? 0
}

const countRun = (tx: Tx, row: typeof retentionRuns.$inferInsert) =>
  tx
    .insert(retentionRuns)
    .values(row)
    .onConflictDoUpdate({
      target: retentionRuns.organizationId,
      set: {
        conversations: sql`${retentionRuns.conversations} + ${row.conversations}`,
        handovers: sql`${retentionRuns.handovers} + ${row.handovers}`,
        visitors: sql`${retentionRuns.visitors} + ${row.visitors}`,
        auditEntries: sql`${retentionRuns.auditEntries} + ${row.auditEntries ?? 0}`,
        documents: sql`${retentionRuns.documents} + ${row.documents ?? 0}`,
        deliveries: sql`${retentionRuns.deliveries} + ${row.deliveries ?? 0}`,
      },
    })

export const createRetentionRepository = (db: Db) => ({
  /** The default first. */
  rules: (organizationId: string): Promise<RuleRow[]> =>
    db
      .select({
        integrationId: retentionRules.integrationId,
        channel: retentionRules.channel,
        days: retentionRules.days,
      })
      .from(retentionRules)
      .leftJoin(integrations, eq(integrations.id, retentionRules.integrationId))
      .where(eq(retentionRules.organizationId, organizationId))
      .orderBy(
        sql`${byName(integrations.name)} nulls first`,
        asc(retentionRules.integrationId),
        sql`${retentionRules.channel} nulls first`,
      ),

  async recordDays(organizationId: string): Promise<RecordDays> {
    const [row] = await db
      .select(RECORD_DAYS)
      .from(recordRetention)
      .where(eq(recordRetention.organizationId, organizationId))
    return row ?? { audit_days: null, deleted_document_days: null, delivery_days: null }
  },

  /**
   * Replaces the previous rules, and the days of records that are given; if two people save at once, the later one
   * wins.
   */
  save: (organizationId: string, rows: RuleRow[], given: Partial<RecordDays>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select from organizations where id = ${organizationId} for update`)
      await tx.delete(retentionRules).where(eq(retentionRules.organizationId, organizationId))
      if (rows.length > 0)
        await tx.insert(retentionRules).values(rows.map((row) => ({ organizationId, ...row })))
      const row = {
        organizationId,
        auditDays: given.audit_days,
        deletedDocumentDays: given.deleted_document_days,
        deliveryDays: given.delivery_days,
      }
      const [records] = await tx
        .insert(recordRetention)
        .values(row)
        .onConflictDoUpdate({ target: recordRetention.organizationId, set: row })
        .returning(RECORD_DAYS)
      const details = {
        ...Object.fromEntries(
          RULES.flatMap((rule) => (records?.[rule] ? [[rule, String(records[rule])]] : [])),
        ),
        days: String(rows.find(({ integrationId, channel }) => !integrationId && !channel)?.days ?? 'all'),
        rules: String(rows.filter(({ integrationId, channel }) => integrationId ?? channel).length),
      }
      await record(tx, organizationId, { action: 'retention.changed', details })
    }),

  async preview(organizationId: string, rules: Retention) {
    const { rows } = await db.execute<{ conversations: number; handovers: number; oldest: Date | null }>(sql`
      select count(*)::int as conversations, count(h.conversation_id)::int as handovers, min(${LAST_AT}) as oldest
      ${due(organizationId, givenRules(rules))}`)
    const counts: Partial<Record<(typeof RECORDS)[RecordRule]['counted'], number>> = {}
    for (const rule of RULES) {
      const days = rules[rule]
      if (days === null) continue
      const counted = await db.execute<{ count: number }>(
        sql`select count(*)::int as count ${dueRecords(rule, organizationId, days)}`,
      )
      counts[RECORDS[rule].counted] = counted.rows[0]!.count
    }
    return { audit_entries: 0, documents: 0, deliveries: 0, ...counts, ...rows[0]! }
  },

  /** Whether a sweep has completed on this database: a restore resets it. */
  async wasSwept(): Promise<boolean> {
    return (await db.$count(chores, eq(chores.name, CHORE))) > 0
  },

  noteSwept: () => db.insert(chores).values({ name: CHORE, doneAt: new Date() }).onConflictDoNothing(),

  /** Organizations that do not keep everything, or whose last run is unfinished. */
  async toSweep(): Promise<string[]> {
    const rows = await db
      .select({ id: retentionRules.organizationId })
      .from(retentionRules)
      .where(isNotNull(retentionRules.days))
      .union(db.select({ id: retentionRuns.organizationId }).from(retentionRuns))
      .union(db.select({ id: recordRetention.organizationId }).from(recordRetention))
    return rows.map(({ id }) => id)
  },

  /** Deletes up to `limit` of an organization's conversations, oldest first; returns the number. */
  deleteBatch: (organizationId: string, limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<Due>(sql`
        select c.id, c.visitor_id as "visitorId", h.conversation_id is not null as "isHandedOver"
        ${due(organizationId, storedRules(organizationId))}
        order by ${LAST_AT} limit ${limit} for update of c skip locked`)
      if (rows.length === 0) return 0
      await endConversations(tx, organizationId, rows)
      const visitors = await deleteVisitors(tx, [
        ...new Set(rows.flatMap(({ visitorId }) => visitorId ?? [])),
      ])
      await countRun(tx, {
        organizationId,
        conversations: rows.length,
        handovers: rows.filter(({ isHandedOver }) => isHandedOver).length,
        visitors,
      })
      return rows.length
    }),

  /** Deletes up to `limit` records of a kind that are past their rule; returns the number. */
  deleteRecords: (organizationId: string, rule: RecordRule, days: number, limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const { table, counted } = RECORDS[rule]
      await tx.execute(sql`select set_config('lectern.audit_retention', 'on', true)`)
      const { rowCount } = await tx.execute(sql`
        delete from ${sql.identifier(table)} where id in (
          select t.id ${dueRecords(rule, organizationId, days)} limit ${limit})`)
      const count = rowCount ?? 0
      const none = {
        conversations: 0,
        handovers: 0,
        visitors: 0,
        auditEntries: 0,
        documents: 0,
        deliveries: 0,
      }
      const column = counted === 'audit_entries' ? 'auditEntries' : counted
      if (count > 0) await countRun(tx, { organizationId, ...none, [column]: count })
      return count
    }),

  /** Records in the audit log what the run has deleted, if anything. */
  endRun: (organizationId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const [run] = await tx
        .delete(retentionRuns)
        .where(eq(retentionRuns.organizationId, organizationId))
        .returning()
      if (!run) return
      const { conversations, handovers, visitors, auditEntries, documents, deliveries } = run
      const counts = {
        audit_entries: auditEntries,
        documents,
        deliveries,
        conversations,
        handovers,
        visitors,
      }
      const details = Object.fromEntries(
        Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : [])),
      )
      await record(tx, organizationId, { action: 'retention.deleted', details })
    }),
})
