import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { knowledgeBases, users } from '../../kernel/db/schema/index.ts'

/** Who reads: a member, or the key of an organization, which nobody can name as a reader; null is the public. */
export type ReaderId = string | null

/** Who is no member. */
export const PUBLIC = null

// The tables are written out: drizzle leaves them off where a query has one table.
const namedFor = (readerId: string | AnyPgColumn): SQL =>
  sql`${knowledgeBases.id} in (
    select r.knowledge_base_id from knowledge_base_readers r where r.user_id = ${readerId}
    union all
    select r.knowledge_base_id from group_members m join knowledge_base_readers r on r.group_id = m.group_id
    where m.user_id = ${readerId})`

/**
 * The knowledge bases that somebody may read, of whatever organization: the only place that says so. Membership is
 * asked for elsewhere.
 */
export const mayRead = (readerId: ReaderId | AnyPgColumn): SQL | undefined => {
  const isForEveryone = eq(knowledgeBases.isRestricted, false)
  return readerId === null ? isForEveryone : or(isForEveryone, namedFor(readerId))
}

/** Those of `ids` that somebody may read; what is gone is none of them. */
export const readableAmong = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(inArray(knowledgeBases.id, [...ids]), mayRead(readerId)))
  return new Set(rows.map(({ id }) => id))
}

/** Those of an organization that somebody may read. */
export const readableOf = async (db: Db, readerId: ReaderId, organizationId: string) => {
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.organizationId, organizationId), mayRead(readerId)))
  return new Set(rows.map(({ id }) => id))
}

/** As `readableAmong`, in their order. */
export const onlyReadable = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) => {
  const readable = await readableAmong(db, readerId, ids)
  return ids.filter((id) => readable.has(id))
}

/** Whether somebody may read all of `ids`. */
export const mayReadAll = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  (await readableAmong(db, readerId, ids)).size === new Set(ids).size

/** Which of some people may read which of some knowledge bases, as `person base`. */
export const readerPairs = async (
  db: Db | Tx,
  userIds: readonly string[],
  knowledgeBaseIds: readonly string[],
) => {
  if (userIds.length === 0 || knowledgeBaseIds.length === 0) return new Set<string>()
  const rows = await db
    .select({ userId: users.id, id: knowledgeBases.id })
    .from(users)
    .innerJoin(knowledgeBases, mayRead(users.id))
    .where(and(inArray(users.id, [...userIds]), inArray(knowledgeBases.id, [...knowledgeBaseIds])))
  return new Set(rows.map(({ userId, id }) => `${userId} ${id}`))
}

/** Those of some members who may read a knowledge base. */
export const readersAmong = async (db: Db | Tx, userIds: readonly string[], knowledgeBaseId: string) => {
  const pairs = await readerPairs(db, userIds, [knowledgeBaseId])
  return userIds.filter((userId) => pairs.has(`${userId} ${knowledgeBaseId}`))
}
