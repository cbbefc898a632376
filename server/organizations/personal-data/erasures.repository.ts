import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Erasure, PersonalKind } from '../../../src/services/contract/personal-data.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { erasures } from '../../kernel/db/schema/index.ts'
import type { ReadAccess } from '../../knowledge/readers/may-read.ts'
import { endConversations } from '../retention/end-conversations.ts'
import { KINDS } from './kinds.ts'
import { addressesIn, type Person, sqlAny, theirConversations } from './person.ts'
import { isBack } from './theirs.ts'

export type ErasureRow = typeof erasures.$inferSelect
export type ErasuresRepository = ReturnType<typeof createErasuresRepository>

const SHOWN_MAX = 100

/** No earlier than what the transaction has written; a Date drops fractions of a millisecond. */
const AFTER_WRITTEN = sql`date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'`

/** Rows without an id: equal ones are numbered. */
const WHOLE_ROWS = {
  by: sql`concat(to_jsonb(t), ' ', row_number() over (partition by to_jsonb(t)))`,
  size: 5000,
}

const kinds = Object.entries(KINDS) as [PersonalKind, (typeof KINDS)[PersonalKind]][]

/** Locks it until the end of the transaction. Null once it is finished. */
async function take(tx: Tx, id: string): Promise<{ row: ErasureRow; person: Person } | null> {
  const [row] = await tx
    .select()
    .from(erasures)
    .where(and(eq(erasures.id, id), isNull(erasures.finishedAt)))
    .for('update')
  if (!row) return null
  const { organizationId, userId, visitorIds, emails, requestedAt } = row
  const { rows } = await tx.execute<{ name: string }>(
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${userId}::uuid`,
  )
  const name = rows[0]?.name ?? ''
  return { row, person: { organizationId, userId, visitorIds, emails, name, alias: '', until: requestedAt } }
}

/** Keeps a member out whom the provider still knows, also after a restore. */
async function keepOut(tx: Tx, { organizationId, erased, emailHashes }: ErasureRow, person: Person) {
  if (!erased.some(({ kind }) => kind === 'membership')) return
  await tx.execute(sql`
    insert into removed_addresses (organization_id, address_hash)
    select o.id, h from organizations o
      left join provider_identities i on i.organization_id = o.id and i.user_id = ${person.userId}::uuid,
      unnest(${sql.param(emailHashes)}::text[] || i.former_addresses) h
      where o.id = ${organizationId} and not ${isBack(person)}
    on conflict do nothing`)
}

/** Deletes the account if no one else needs it, with mails about it. */
async function deleteAccount(tx: Tx, { userId, emails }: Person) {
  const { rowCount } = await tx.execute(sql`
    delete from users u where u.id = ${userId}::uuid
      and not exists (select from memberships where user_id = u.id)
      and not exists (select from payments where user_id = u.id)`)
  if (rowCount === 0) return
  await tx.execute(sql`
    delete from mails where organization_id is null and lower(recipient) = any(${sql.param(emails)}::text[])`)
}

export const createErasuresRepository = (db: Db) => ({
  /** Number of rows of each kind that has any. */
  async counts(person: Person): Promise<{ kind: PersonalKind; count: number }[]> {
    const counted = kinds.map(
      ([kind, { rows }]) =>
        sql`select ${kind}::text as kind, count(*)::int as count from (${rows(person, { bases: new Set(), closed: new Set() })}) t`,
    )
    const { rows } = await db.execute<{ kind: PersonalKind; count: number }>(
      sql.join(counted, sql` union all `),
    )
    return rows.filter(({ count }) => count > 0)
  },

  /** Rows as JSON, page by page. */
  async *exported(kind: PersonalKind, person: Person, access: ReadAccess): AsyncGenerator<string[]> {
    const { rows: all, pages: { by, size } = WHOLE_ROWS } = KINDS[kind]
    for (let after: string | null = null; ; ) {
      const { rows }: { rows: { row: string; place: string }[] } = await db.execute(sql`
        select jsonb_pretty(to_jsonb(p) - 'place') as row, p.place
        from (select t.*, ${by} as place from (${all(person, access)}) t) p
        where ${after}::text is null or p.place > ${after}::text order by p.place limit ${size}`)
      yield rows.map(({ row }) => row)
      if (rows.length < size) return
      after = rows.at(-1)!.place
    }
  },

  async picture(userId: string | null): Promise<Buffer | null> {
    const { rows } = await db.execute<{ content: Buffer }>(
      sql`select content from pictures where user_id = ${userId}::uuid`,
    )
    return rows[0]?.content ?? null
  },

  /** Whether an account belongs only to this organization, has never paid, and manages nothing else. */
  async isOnlyHere(organizationId: string, userId: string | null, administrators: readonly string[]) {
    const { rows } = await db.execute(sql`
      select from users u join memberships m on m.user_id = u.id and m.organization_id = ${organizationId}
      where u.id = ${userId}::uuid and not u.is_administrator
        and lower(u.email) <> all(${sql.param(administrators)}::text[])
        and not exists (select from memberships o where o.user_id = u.id and o.organization_id <> m.organization_id)
        and not exists (select from payments p where p.user_id = u.id)`)
    return rows.length > 0
  },

  async add(tx: Tx, row: Omit<typeof erasures.$inferInsert, 'requestedAt'>): Promise<ErasureRow> {
    const [added] = await tx
      .insert(erasures)
      .values({ ...row, requestedAt: AFTER_WRITTEN })
      .returning()
    await record(tx, row.organizationId, {
      action: 'person.erasure_begun',
      target: { id: added!.id, name: '' },
    })
    return added!
  },

  list: (organizationId: string) =>
    db
      .select({
        row: erasures,
        requestedBy: sql<string>`coalesce((select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)
          from users where id = ${erasures.requestedBy}), '')`,
      })
      .from(erasures)
      .where(eq(erasures.organizationId, organizationId))
      .orderBy(desc(erasures.requestedAt), desc(erasures.id))
      .limit(SHOWN_MAX),

  open: () => db.select().from(erasures).where(isNull(erasures.finishedAt)).orderBy(erasures.requestedAt),

  /** All that can be an address in what an organization stores, or be of these accounts, in lower case. */
  addresses: (of: { organizationId: string; userIds: readonly string[] }) =>
    addressesIn(
      db,
      kinds.flatMap(([, { addresses }]) => addresses?.(of) ?? []),
    ),

  /** Also includes visitors signed with an address who were gone when the erasure began. */
  recognize: ({ id, organizationId, visitorIds, requestedAt }: ErasureRow, emails: string[]) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select v.id from visitors v join integrations i on i.id = v.integration_id
        where i.organization_id = ${organizationId} and v.created_at <= ${requestedAt.toISOString()}
          and lower(v.customer->>'email') = ${sqlAny(emails, 'text')}`)
      const all = new Set([...visitorIds, ...rows.map((row) => row.id)])
      await tx
        .update(erasures)
        .set({ emails, visitorIds: [...all] })
        // A finished one keeps no addresses: another process may have been faster.
        .where(and(eq(erasures.id, id), isNull(erasures.finishedAt)))
    }),

  /** Deletes up to `limit` of their conversations, oldest first; returns the number. */
  deleteBatch: (id: string, limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const taken = await take(tx, id)
      if (!taken) return 0
      const { rows } = await tx.execute<{ id: string }>(sql`
        select c.id from ${theirConversations(taken.person)}
        order by greatest(c.last_message_at, h.last_at) limit ${limit} for update of c`)
      if (rows.length === 0) return 0
      await tx.execute(sql`
        delete from idempotency_keys where answer_id in
          (select id from messages where conversation_id in ${rows.map((row) => row.id)})`)
      await endConversations(tx, taken.person.organizationId, rows)
      await tx
        .update(erasures)
        .set({ done: taken.row.done + rows.length })
        .where(eq(erasures.id, id))
      return rows.length
    }),

  /** Deletes or anonymizes everything else, and deletes the addresses. */
  finish: (id: string): Promise<void> =>
    db.transaction(async (tx) => {
      const taken = await take(tx, id)
      if (!taken) return
      const { row, person } = taken
      for (const [, { erase }] of kinds) for (const statement of erase(person)) await tx.execute(statement)
      await keepOut(tx, row, person)
      if (row.takesAccount) await deleteAccount(tx, person)
      await tx.update(erasures).set({ finishedAt: new Date(), emails: [] }).where(eq(erasures.id, id))
      const details = Object.fromEntries(row.erased.map(({ kind, count }) => [kind, String(count)]))
      await record(tx, row.organizationId, { action: 'person.erased', target: { id, name: '' }, details })
    }),
})

export const presentErasure = (row: ErasureRow, requestedBy: string): Erasure => ({
  id: row.id,
  done: row.done,
  total: row.total,
  requested_at: row.requestedAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  requested_by: requestedBy,
  erased: row.erased,
})
