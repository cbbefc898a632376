import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  documentReaders,
  documents,
  groupMembers,
  groups,
  knowledgeBaseReaders,
  knowledgeBases,
  memberships,
  users,
} from '../../kernel/db/schema/index.ts'
import { mayRead, mayReadDocument } from './may-read.ts'

type Bases = { things: typeof knowledgeBases; readers: typeof knowledgeBaseReaders }
/** What can be restricted, by the columns that all of it has. */
const RESTRICTED = {
  knowledge_base: { things: knowledgeBases, readers: knowledgeBaseReaders },
  document: { things: documents, readers: documentReaders } as unknown as Bases,
}
export type Restrictable = keyof typeof RESTRICTED

export type ReadersRepository = ReturnType<typeof createReadersRepository>

export const fullName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email})`
const byName = sql`lower(${knowledgeBases.name})`

/** The readers of a restricted thing that somebody is one of, by name or by a group. */
const naming = (kind: Restrictable) => {
  const { things, readers } = RESTRICTED[kind]
  return and(
    eq(things.isRestricted, true),
    eq(readers.thingId, things.id),
    sql`(${readers.userId} = ${users.id} or exists (
      select from ${groupMembers} where ${groupMembers.groupId} = ${readers.groupId}
        and ${groupMembers.userId} = ${users.id}))`,
  )
}

export const createReadersRepository = (db: Db) => {
  /** Members of the organization and its knowledge bases, each with what lets them read it: one row a reason. */
  const reasons = (organizationId: string, only: { userId?: string; knowledgeBaseId?: string }) =>
    db
      .select({
        userId: users.id,
        person: fullName,
        id: knowledgeBases.id,
        name: knowledgeBases.name,
        isRestricted: knowledgeBases.isRestricted,
        group: groups.name,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(
        knowledgeBases,
        and(eq(knowledgeBases.organizationId, memberships.organizationId), mayRead(users.id)),
      )
      .leftJoin(knowledgeBaseReaders, naming('knowledge_base'))
      .leftJoin(groups, eq(groups.id, knowledgeBaseReaders.groupId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          only.userId === undefined ? undefined : eq(users.id, only.userId),
          only.knowledgeBaseId === undefined ? undefined : eq(knowledgeBases.id, only.knowledgeBaseId),
        ),
      )
      .orderBy(asc(sql`lower(${fullName})`), asc(users.id), byName, asc(groups.name))

  /** The same of restricted documents, with their knowledge bases. */
  const documentReasons = (organizationId: string, only: { userId?: string; documentId?: string }) =>
    db
      .select({
        userId: users.id,
        person: fullName,
        id: documents.id,
        name: documents.name,
        knowledgeBaseId: documents.knowledgeBaseId,
        isRestricted: documents.isRestricted,
        group: groups.name,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(
        knowledgeBases,
        and(eq(knowledgeBases.organizationId, memberships.organizationId), mayRead(users.id)),
      )
      .innerJoin(
        documents,
        and(
          eq(documents.knowledgeBaseId, knowledgeBases.id),
          isNull(documents.removedAt),
          mayReadDocument(users.id),
        ),
      )
      .innerJoin(documentReaders, naming('document'))
      .leftJoin(groups, eq(groups.id, documentReaders.groupId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          only.userId === undefined ? undefined : eq(users.id, only.userId),
          only.documentId === undefined ? undefined : eq(documents.id, only.documentId),
        ),
      )
      .orderBy(
        asc(sql`lower(${fullName})`),
        asc(users.id),
        asc(sql`lower(${documents.name})`),
        asc(documents.id),
        asc(groups.name),
      )

  return {
    reasons,
    documentReasons,

    async base(id: string) {
      const [row] = await db.select().from(knowledgeBases).where(eq(knowledgeBases.id, id))
      return row ?? null
    },

    async document(id: string) {
      const [row] = await db
        .select()
        .from(documents)
        .where(and(eq(documents.id, id), isNull(documents.removedAt)))
      return row ?? null
    },

    /** Who is named as a reader of some things, by what the audit log calls them. */
    named(kind: Restrictable, ids: string[], from: Db | Tx = db) {
      const { readers } = RESTRICTED[kind]
      return from
        .select({
          thingId: readers.thingId,
          groupId: readers.groupId,
          userId: readers.userId,
          name: sql<string>`coalesce(${groups.name}, ${users.email})`,
        })
        .from(readers)
        .leftJoin(groups, eq(groups.id, readers.groupId))
        .leftJoin(users, eq(users.id, readers.userId))
        .where(inArray(readers.thingId, ids))
    },

    groupsAmong: (tx: Tx, organizationId: string, ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : tx
            .select({ id: groups.id, name: groups.name })
            .from(groups)
            .where(and(eq(groups.organizationId, organizationId), inArray(groups.id, [...ids]))),

    /** Until the end of the transaction nobody else changes who may read them. */
    lock(tx: Tx, kind: Restrictable, ids: string[]) {
      const { things } = RESTRICTED[kind]
      return tx
        .select({ id: things.id, name: things.name })
        .from(things)
        .where(inArray(things.id, ids))
        .orderBy(asc(things.id))
        .for('update')
    },

    async set(
      tx: Tx,
      kind: Restrictable,
      thingId: string,
      isRestricted: boolean,
      named: readonly { groupId?: string; userId?: string }[],
    ) {
      const { things, readers } = RESTRICTED[kind]
      await tx.update(things).set({ isRestricted }).where(eq(things.id, thingId))
      await tx.delete(readers).where(eq(readers.thingId, thingId))
      if (named.length > 0) await tx.insert(readers).values(named.map((reader) => ({ thingId, ...reader })))
    },

    documentsAmong: (knowledgeBaseId: string, ids: readonly string[]) =>
      db
        .select()
        .from(documents)
        .where(
          and(
            eq(documents.knowledgeBaseId, knowledgeBaseId),
            isNull(documents.removedAt),
            inArray(documents.id, [...ids]),
          ),
        ),

    restrictedDocumentsOf: (knowledgeBaseId: string) =>
      db
        .select({ id: documents.id, name: documents.name })
        .from(documents)
        .where(
          and(
            eq(documents.knowledgeBaseId, knowledgeBaseId),
            isNull(documents.removedAt),
            eq(documents.isRestricted, true),
          ),
        )
        .orderBy(asc(sql`lower(${documents.name})`), asc(documents.id)),

    restrictedOf: (organizationId: string) =>
      db
        .select({ id: knowledgeBases.id, name: knowledgeBases.name })
        .from(knowledgeBases)
        .where(and(eq(knowledgeBases.organizationId, organizationId), eq(knowledgeBases.isRestricted, true)))
        .orderBy(byName),
  }
}

export type ReasonRow = Awaited<ReturnType<ReturnType<typeof createReadersRepository>['reasons']>>[number]
