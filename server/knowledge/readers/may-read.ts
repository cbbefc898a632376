import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
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

/** The reader: a member, or an organization's key, which no one can name as a reader; null is the public. */
export type ReaderId = string | null

/** Anyone who is not a member. */
export const PUBLIC = null

/** Tables of things with their own readers. */
type ReadersTable = typeof knowledgeBaseReaders | typeof documentReaders | typeof integrationReaders

// The tables are written out: drizzle omits them if a query has only one.
export const namedIn = (table: ReadersTable, readerId: string | AnyPgColumn): SQL => {
  const thing = sql`r.${sql.identifier(table.thingId.name)}`
  return sql`(select ${thing} from ${table} r where r.user_id = ${readerId}
    union all
    select ${thing} from group_members m join ${table} r on r.group_id = m.group_id
    where m.user_id = ${readerId})`
}

/**
 * Knowledge bases of any organization that someone can read: the only place that defines this. Membership is
 * checked elsewhere.
 */
export const mayRead = (readerId: ReaderId | AnyPgColumn): SQL | undefined => {
  const isForEveryone = eq(knowledgeBases.isRestricted, false)
  if (readerId === null) return isForEveryone
  return or(isForEveryone, inArray(knowledgeBases.id, namedIn(knowledgeBaseReaders, readerId)))
}

/** The same for documents of knowledge bases that they can read. */
export const mayReadDocument = (readerId: ReaderId | AnyPgColumn): SQL => {
  const isForAll = eq(documents.isRestricted, false)
  if (readerId === null) return isForAll
  return or(
    isForAll,
    inArray(documents.id, namedIn(documentReaders, readerId)),
    inArray(documents.id, followedBy(readerId)),
  ) as SQL
}

const closedWhere = async (db: Db | Tx, readerId: ReaderId, which: SQL) => {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(which, eq(documents.isRestricted, true), not(mayReadDocument(readerId))))
  return new Set(rows.map(({ id }) => id))
}

/** Documents that are closed to someone who can read their knowledge bases. */
export const closedIn = async (db: Db | Tx, readerId: ReaderId, knowledgeBaseIds: readonly string[]) =>
  knowledgeBaseIds.length === 0
    ? new Set<string>()
    : closedWhere(db, readerId, inArray(documents.knowledgeBaseId, [...knowledgeBaseIds]))

/** Their restricted documents that are open to someone. */
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

/** Those of `ids` that are closed to someone; deleted ones are not included. */
export const closedAmong = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  ids.length === 0 ? new Set<string>() : closedWhere(db, readerId, inArray(documents.id, [...ids]))

/** Those of `ids` that someone can read; deleted and removed ones are not included. */
export const openAmong = async (db: Db, readerId: ReaderId, ids: ReadonlySet<string>) => {
  if (ids.size === 0) return ids
  const isAmong = sql`${documents.id} = any(${arrayOf(ids)})`
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(isAmong, isNull(documents.removedAt), mayReadDocument(readerId)))
  return new Set(rows.map(({ id }) => id))
}

/** A person’s read access: knowledge bases, and all their documents except those closed to them. */
export type ReadAccess = { readonly bases: ReadonlySet<string>; readonly closed: ReadonlySet<string> }

const arrayOf = (ids: ReadonlySet<string>) => sql`${`{${[...ids].join()}}`}::uuid[]`

/** Whether someone can read a message, named `m`. Unreadable messages are not found by their words either. */
export const mayReadMessage = ({ bases, closed }: ReadAccess) =>
  sql`m.read_from <@ ${arrayOf(bases)} and not m.documents_read && ${arrayOf(closed)}`

const readableWhere = async (db: Db | Tx, readerId: ReaderId, which: SQL) => {
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(which, mayRead(readerId)))
  return new Set(rows.map(({ id }) => id))
}

/** Those of `ids` that someone can read; deleted ones are not included. */
export const readableAmong = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  ids.length === 0 ? new Set<string>() : readableWhere(db, readerId, inArray(knowledgeBases.id, [...ids]))

/** Those of an organization that someone can read. */
export const readableOf = (db: Db, readerId: ReaderId, organizationId: string) =>
  readableWhere(db, readerId, eq(knowledgeBases.organizationId, organizationId))

export const readAccessOf = async (
  db: Db,
  readerId: ReaderId,
  organizationId: string,
): Promise<ReadAccess> => {
  const bases = await readableOf(db, readerId, organizationId)
  return { bases, closed: await closedIn(db, readerId, [...bases]) }
}

/** Like `readableAmong`, keeping the order. */
export const onlyReadable = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) => {
  const readable = await readableAmong(db, readerId, ids)
  return ids.filter((id) => readable.has(id))
}

/** Whether someone can read all of `ids`. */
export const mayReadAll = async (db: Db | Tx, readerId: ReaderId, ids: readonly string[]) =>
  (await readableAmong(db, readerId, ids)).size === new Set(ids).size

/** The members who can read a document. */
export const readersOfDocument = async (db: Db, { id }: { id: string }) => {
  const rows = await db
    .select({ id: memberships.userId })
    .from(documents)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
    .innerJoin(memberships, eq(memberships.organizationId, knowledgeBases.organizationId))
    .where(and(eq(documents.id, id), mayRead(memberships.userId), mayReadDocument(memberships.userId)))
  return rows.map(({ id: userId }) => userId)
}

/** Pairs of people and things that one of these rules allows, as `person thing`. */
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

/** Pairs of people and knowledge bases that they can read. */
export const readerPairs = pairsBy(knowledgeBases, mayRead)

/** Those of some members who can read a knowledge base. */
export const readersAmong = async (db: Db | Tx, userIds: readonly string[], knowledgeBaseId: string) => {
  const pairs = await readerPairs(db, userIds, [knowledgeBaseId])
  return userIds.filter((userId) => pairs.has(`${userId} ${knowledgeBaseId}`))
}
