import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  groupMembers,
  groups,
  knowledgeBaseReaders,
  knowledgeBases,
  memberships,
  users,
} from '../../kernel/db/schema/index.ts'
import { mayRead } from './may-read.ts'

export type ReadersRepository = ReturnType<typeof createReadersRepository>

export const fullName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email})`
const byName = sql`lower(${knowledgeBases.name})`

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
      .leftJoin(
        knowledgeBaseReaders,
        and(
          eq(knowledgeBases.isRestricted, true),
          eq(knowledgeBaseReaders.knowledgeBaseId, knowledgeBases.id),
          sql`(${knowledgeBaseReaders.userId} = ${users.id} or exists (
            select from ${groupMembers} where ${groupMembers.groupId} = ${knowledgeBaseReaders.groupId}
              and ${groupMembers.userId} = ${users.id}))`,
        ),
      )
      .leftJoin(groups, eq(groups.id, knowledgeBaseReaders.groupId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          only.userId === undefined ? undefined : eq(users.id, only.userId),
          only.knowledgeBaseId === undefined ? undefined : eq(knowledgeBases.id, only.knowledgeBaseId),
        ),
      )
      .orderBy(asc(sql`lower(${fullName})`), asc(users.id), byName, asc(groups.name))

  return {
    reasons,

    async base(id: string) {
      const [row] = await db.select().from(knowledgeBases).where(eq(knowledgeBases.id, id))
      return row ?? null
    },

    /** Who is named as a reader of some knowledge bases, by what the audit log calls them. */
    named: (knowledgeBaseIds: string[], from: Db | Tx = db) =>
      from
        .select({
          knowledgeBaseId: knowledgeBaseReaders.knowledgeBaseId,
          groupId: knowledgeBaseReaders.groupId,
          userId: knowledgeBaseReaders.userId,
          name: sql<string>`coalesce(${groups.name}, ${users.email})`,
        })
        .from(knowledgeBaseReaders)
        .leftJoin(groups, eq(groups.id, knowledgeBaseReaders.groupId))
        .leftJoin(users, eq(users.id, knowledgeBaseReaders.userId))
        .where(inArray(knowledgeBaseReaders.knowledgeBaseId, knowledgeBaseIds)),

    groupsAmong: (tx: Tx, organizationId: string, ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : tx
            .select({ id: groups.id, name: groups.name })
            .from(groups)
            .where(and(eq(groups.organizationId, organizationId), inArray(groups.id, [...ids]))),

    /** Until the end of the transaction nobody else changes who may read it. */
    lock: (tx: Tx, id: string) =>
      tx
        .select({ id: knowledgeBases.id })
        .from(knowledgeBases)
        .where(eq(knowledgeBases.id, id))
        .for('update'),

    async set(
      tx: Tx,
      knowledgeBaseId: string,
      isRestricted: boolean,
      readers: readonly { groupId?: string; userId?: string }[],
    ) {
      await tx.update(knowledgeBases).set({ isRestricted }).where(eq(knowledgeBases.id, knowledgeBaseId))
      await tx.delete(knowledgeBaseReaders).where(eq(knowledgeBaseReaders.knowledgeBaseId, knowledgeBaseId))
      if (readers.length > 0)
        await tx
          .insert(knowledgeBaseReaders)
          .values(readers.map((reader) => ({ knowledgeBaseId, ...reader })))
    },

    restrictedOf: (organizationId: string) =>
      db
        .select({ id: knowledgeBases.id, name: knowledgeBases.name })
        .from(knowledgeBases)
        .where(and(eq(knowledgeBases.organizationId, organizationId), eq(knowledgeBases.isRestricted, true)))
        .orderBy(byName),
  }
}

export type ReasonRow = Awaited<ReturnType<ReturnType<typeof createReadersRepository>['reasons']>>[number]
