import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  documentReaders,
  documents,
  type integrationReaders,
  type integrations,
  knowledgeBaseReaders,
  knowledgeBases,
  memberships,
  users,
} from '../../kernel/db/schema/index.ts'
import { followedBy } from './followed.ts'

/** Who reads: a member, or the key of an organization, which nobody can name as a reader; null is the public. */
export type ReaderId = string | null

/** Who is no member. */
export const PUBLIC = null

/** What has readers of its own. */
export type ReadersTable = typeof knowledgeBaseReaders | typeof documentReaders | typeof integrationReaders

// The tables are written out: drizzle leaves them off where a query has one table.
export const namedIn = (table: ReadersTable, readerId: string | AnyPgColumn): SQL => {
  const thing = sql`r.${sql.identifier(table.thingId.name)}`
  return sql`(select ${thing} from ${table} r where r.user_id = ${readerId}
    union all
    select ${thing} from group_members m join ${table} r on r.group_id = m.group_id
    where m.user_id = ${readerId})`
}

/**
 * The knowledge bases that somebody may read, of whatever organization: the only place that says so. Membership is
 * asked for elsewhere.
 */
export const mayRead = (readerId: ReaderId | AnyPgColumn): SQL | undefined => {
  const isForEveryone = eq(knowledgeBases.isRestricted, false)
  if (readerId === null) return isForEveryone
  return or(isForEveryone, inArray(knowledgeBases.id, namedIn(knowledgeBaseReaders, readerId)))
}

/** The same for the documents of knowledge bases that they may read. */
export const mayReadDocument = (readerId: ReaderId | AnyPgColumn): SQL => {
  const isForAll = eq(documents.isRestricted, false)
  if (readerId === null) return isForAll
  return or(
    isForAll,
    inArray(documents.id, namedIn(documentReaders, readerId)),
    inArray(documents.id, followedBy(readerId)),
  ) as SQL
}

const closedTo = (readerId: ReaderId) => and(eq(documents.isRestricted, true), not(mayReadDocument(readerId)))

const closedWhere = async (db: Db | Tx, readerId: ReaderId, which: SQL) => {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(which, closedTo(readerId)))
  return new Set(rows.map(({ id }) => id))
}

/** The documents of knowledge bases that are closed to somebody who may read those. */
export const closedIn = async (db: Db | Tx, readerId: ReaderId, knowledgeBaseIds: readonly string[]) =>
  knowledgeBaseIds.length === 0
    ? new Set<string>()
    : closedWhere(db, readerId, inArray(documents.knowledgeBaseId, [...knowledgeBaseIds]))

/** Their restricted documents that are open to somebody. */
export const openedIn = async (db: Db, readerId: ReaderId, knowledgeBaseIds: readonly string[]) => {
  if (readerId === PUBLIC || knowledgeBaseIds.length === 0) return []
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.knowledgeBaseId, [...knowledgeBaseIds]),
        eq(documents.isRestricted, true),
        mayReadDocument(readerId),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Those of `ids` that are closed to somebody; what is gone is none of them. */
export const closedAmong = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  ids.length === 0 ? new Set<string>() : closedWhere(db, readerId, inArray(documents.id, [...ids]))

/** What somebody may read: knowledge bases, and all of their documents but those that are closed to them. */
export type Sight = { readonly bases: ReadonlySet<string>; readonly closed: ReadonlySet<string> }

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

/** What somebody may read in an organization. */
export const sightOf = async (db: Db, readerId: ReaderId, organizationId: string): Promise<Sight> => {
  const bases = await readableOf(db, readerId, organizationId)
  return { bases, closed: await closedIn(db, readerId, [...bases]) }
}

/** As `readableAmong`, in their order. */
export const onlyReadable = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) => {
  const readable = await readableAmong(db, readerId, ids)
  return ids.filter((id) => readable.has(id))
}

/** Whether somebody may read all of `ids`. */
export const mayReadAll = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  (await readableAmong(db, readerId, ids)).size === new Set(ids).size

/** The members who may read a document. */
export const readersOfDocument = async (db: Db, { id }: { id: string }) => {
  const rows = await db
    .select({ id: memberships.userId })
    .from(documents)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
    .innerJoin(memberships, eq(memberships.organizationId, knowledgeBases.organizationId))
    .where(and(eq(documents.id, id), mayRead(memberships.userId), mayReadDocument(memberships.userId)))
  return rows.map(({ id: userId }) => userId)
}

/** Which of some people one of these rules lets to which of some things, as `person thing`. */
export const pairsBy =
  (things: typeof knowledgeBases | typeof integrations, rule: (userId: AnyPgColumn) => SQL | undefined) =>
  async (db: Db | Tx, userIds: readonly string[], ids: readonly string[]) => {
    if (userIds.length === 0 || ids.length === 0) return new Set<string>()
    const rows = await db
      .select({ userId: users.id, id: things.id })
      .from(users)
      .innerJoin(things, rule(users.id))
      .where(and(inArray(users.id, [...userIds]), inArray(things.id, [...ids])))
    return new Set(rows.map(({ userId, id }) => `${userId} ${id}`))
  }

/** Which of some people may read which of some knowledge bases. */
export const readerPairs = pairsBy(knowledgeBases, mayRead)

/** Those of some members who may read a knowledge base. */
export const readersAmong = async (db: Db | Tx, userIds: readonly string[], knowledgeBaseId: string) => {
  const pairs = await readerPairs(db, userIds, [knowledgeBaseId])
  return userIds.filter((userId) => pairs.has(`${userId} ${knowledgeBaseId}`))
}
