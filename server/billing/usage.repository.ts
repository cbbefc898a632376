import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../kernel/db/open.ts'

export type UsageRepository = ReturnType<typeof createUsageRepository>

/** An organization's own members, assistants, documents and questions, for the limits of its plan. Months are `2026-01`. */
export const createUsageRepository = (db: Db) => ({
  async counts(organizationId: string, month: string) {
    const { rows } = await db.execute<
      Record<'members' | 'integrations' | 'documents' | 'bytes' | 'messages', string>
    >(sql`
      select
        (select count(*) from memberships m where m.organization_id = ${organizationId}) as members,
        (select count(*) from integrations i where i.organization_id = ${organizationId}) as integrations,
        (select count(*) from documents d join knowledge_bases k on k.id = d.knowledge_base_id
          where k.organization_id = ${organizationId} and d.removed_at is null) as documents,
        (select coalesce(sum(d.size::bigint), 0) from documents d join knowledge_bases k on k.id = d.knowledge_base_id
          where k.organization_id = ${organizationId} and d.removed_at is null) as bytes,
        (select coalesce(sum(c.count), 0) from message_counts c
          where c.organization_id = ${organizationId} and c.month = ${month}) as messages`)
    const row = rows[0]!
    return {
      members: Number(row.members),
      integrations: Number(row.integrations),
      documents: Number(row.documents),
      storage_bytes: Number(row.bytes),
      messages_month: Number(row.messages),
    }
  },

  async messagesIn(organizationId: string, month: string) {
    const { rows } = await db.execute<{ count: string }>(sql`
      select count from message_counts where organization_id = ${organizationId} and month = ${month}`)
    return Number(rows[0]?.count ?? 0)
  },

  countMessage: (tx: Tx, organizationId: string, month: string) =>
    tx.execute(sql`
      insert into message_counts (organization_id, month, count) values (${organizationId}, ${month}, 1)
      on conflict (organization_id, month) do update set count = message_counts.count + 1`),
})
