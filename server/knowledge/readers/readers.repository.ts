import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  channels,
  documentReaders,
  documents,
  groupMembers,
  groups,
  integrationReaders,
  integrations,
  knowledgeBaseReaders,
  knowledgeBases,
  memberships,
  publicPages,
  users,
} from '../../kernel/db/schema/index.ts'
import { fullNameIn } from '../../kernel/full-name.ts'
import { listedIn } from '../documents/documents.selection.ts'
import { mayRead, mayReadDocument } from './may-read.ts'
import { mayUse } from './may-use.ts'

type Bases = { things: typeof knowledgeBases; readers: typeof knowledgeBaseReaders }
/** Things that can be restricted, with their common columns. */
const RESTRICTED = {
  knowledge_base: { things: knowledgeBases, readers: knowledgeBaseReaders },
  assistant: { things: integrations, readers: integrationReaders } as unknown as Bases,
  document: { things: documents, readers: documentReaders } as unknown as Bases,
}
export type Restrictable = keyof typeof RESTRICTED
/** Those that belong directly to an organization, with their access rules. */
const RULES = { knowledge_base: mayRead, assistant: mayUse }
export type Owned = keyof typeof RULES

export type ReadersRepository = ReturnType<typeof createReadersRepository>

const person = fullNameIn()

const byPersonAndThing = ({ id, name }: Pick<typeof knowledgeBases | typeof documents, 'id' | 'name'>) => [
  byName(person),
  asc(users.id),
  byName(name),
  asc(id),
  byName(groups.name),
]

/** Reader entries that include someone, by name or through a group. */
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
  /** Members and the organization's knowledge bases or assistants, with what gives access: one row per reason. */
  const reasons = (kind: Owned, organizationId: string, only: { userId?: string; id?: string }) => {
    const { things, readers } = RESTRICTED[kind]
    return db
      .select({
        userId: users.id,
        person,
        id: things.id,
        name: things.name,
        isRestricted: things.isRestricted,
        group: groups.name,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(things, and(eq(things.organizationId, memberships.organizationId), RULES[kind](users.id)))
      .leftJoin(readers, naming(kind))
      .leftJoin(groups, eq(groups.id, readers.groupId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          only.userId === undefined ? undefined : eq(users.id, only.userId),
          only.id === undefined ? undefined : eq(things.id, only.id),
        ),
      )
      .orderBy(...byPersonAndThing(things))
  }

  /** The same for restricted documents, with their knowledge bases. */
  const documentReasons = (organizationId: string, only: { userId?: string; documentId?: string }) =>
    db
      .select({
        userId: users.id,
        person,
        id: documents.id,
        name: documents.name,
        knowledgeBaseId: documents.knowledgeBaseId,
        isRestricted: documents.isRestricted,
        sharing: documents.sharing,
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
      .leftJoin(documentReaders, naming('document'))
      .leftJoin(groups, eq(groups.id, documentReaders.groupId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          eq(documents.isRestricted, true),
          only.userId === undefined ? undefined : eq(users.id, only.userId),
          only.documentId === undefined ? undefined : eq(documents.id, only.documentId),
        ),
      )
      .orderBy(...byPersonAndThing(documents))

  return {
    reasons,
    documentReasons,

    async owned(kind: Owned, id: string) {
      const { things } = RESTRICTED[kind]
      const [row] = await db
        .select({
          id: things.id,
          organizationId: things.organizationId,
          isRestricted: things.isRestricted,
        })
        .from(things)
        .where(eq(things.id, id))
      return row ?? null
    },

    /** Public channels of an assistant: its page, and its connected services. */
    async publicPlaces(tx: Tx, id: string) {
      const [page] = await tx
        .select({ state: publicPages.state })
        .from(publicPages)
        .where(and(eq(publicPages.integrationId, id), ne(publicPages.state, 'off')))
      const [channel] = await tx
        .select({ name: channels.name })
        .from(channels)
        .where(eq(channels.integrationId, id))
        .orderBy(asc(channels.createdAt))
        .limit(1)
      return { hasPage: page !== undefined, channel: channel?.name ?? null }
    },

    async document(id: string) {
      const [row] = await db
        .select()
        .from(documents)
        .where(and(eq(documents.id, id), isNull(documents.removedAt)))
      return row ?? null
    },

    /** Named readers of some things, as the audit log names them. */
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

    /** Locks their readers until the end of the transaction. */
    lock(tx: Tx, kind: Restrictable, ids: string[]) {
      const { things } = RESTRICTED[kind]
      return tx
        .select({ id: things.id, name: things.name, restricted: things.isRestricted })
        .from(things)
        .where(inArray(things.id, ids))
        .orderBy(asc(things.id))
        .for('update')
    },

    /** Documents among these whose readers follow a service. */
    async followedAmong(tx: Tx, ids: string[]) {
      const rows = await tx
        .select({ name: documents.name, sharing: documents.sharing })
        .from(documents)
        .where(and(inArray(documents.id, ids), isNotNull(documents.sharing)))
      return rows.map(({ name, sharing }) => ({ name, service: sharing!.service }))
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
        .where(and(listedIn(knowledgeBaseId), inArray(documents.id, [...ids]))),

    restrictedDocumentsOf: (knowledgeBaseId: string) =>
      db
        .select({ id: documents.id, name: documents.name })
        .from(documents)
        .where(and(listedIn(knowledgeBaseId), eq(documents.isRestricted, true), isNull(documents.sharing)))
        .orderBy(byName(documents.name), asc(documents.id)),

    /** Includes whether someone has access to each. */
    restrictedOf(kind: Owned, organizationId: string, readerId: string) {
      const { things } = RESTRICTED[kind]
      return db
        .select({
          id: things.id,
          name: things.name,
          mayRead: sql<boolean>`coalesce(${RULES[kind](readerId)}, false)`,
        })
        .from(things)
        .where(and(eq(things.organizationId, organizationId), eq(things.isRestricted, true)))
        .orderBy(byName(things.name), asc(things.id))
    },
  }
}

export type ReasonRow = Awaited<ReturnType<ReturnType<typeof createReadersRepository>['reasons']>>[number]
