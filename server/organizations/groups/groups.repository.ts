import { and, asc, eq, inArray } from 'drizzle-orm'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  documentReaders,
  documents,
  groupMembers,
  groups,
  integrationReaders,
  integrations,
  knowledgeBaseReaders,
  knowledgeBases,
  memberships,
  sourcePages,
  sourceReaders,
  sources,
  users,
} from '../../kernel/db/schema/index.ts'
import { readerOfGroup } from '../../knowledge/readers/followed.ts'

export type GroupsRepository = ReturnType<typeof createGroupsRepository>

const groupOf = (organizationId: string, id: string) =>
  and(eq(groups.organizationId, organizationId), eq(groups.id, id))

export const createGroupsRepository = (db: Db) => ({
  /** By name, with the organization's members in them, and what is restricted to them among others. */
  async of(organizationId: string, id?: string, from: Db | Tx = db) {
    const which = id === undefined ? eq(groups.organizationId, organizationId) : groupOf(organizationId, id)
    const rows = await from.select().from(groups).where(which).orderBy(byName(groups.name))
    const members = await from
      .select({ groupId: groupMembers.groupId, id: users.id, email: users.email })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .innerJoin(
        memberships,
        and(
          eq(memberships.userId, groupMembers.userId),
          eq(memberships.organizationId, groups.organizationId),
        ),
      )
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .where(which)
      .orderBy(asc(users.email))
    const bases = await from
      .select({ groupId: knowledgeBaseReaders.groupId, id: knowledgeBases.id, name: knowledgeBases.name })
      .from(knowledgeBaseReaders)
      .innerJoin(groups, eq(groups.id, knowledgeBaseReaders.groupId))
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeBaseReaders.thingId))
      .where(and(which, eq(knowledgeBases.isRestricted, true)))
      .orderBy(byName(knowledgeBases.name))
    const assistants = await from
      .select({ groupId: integrationReaders.groupId, id: integrations.id, name: integrations.name })
      .from(integrationReaders)
      .innerJoin(groups, eq(groups.id, integrationReaders.groupId))
      .innerJoin(integrations, eq(integrations.id, integrationReaders.thingId))
      .where(and(which, eq(integrations.isRestricted, true)))
      .orderBy(byName(integrations.name))
    const opened = await from
      .select({ groupId: documentReaders.groupId, baseId: documents.knowledgeBaseId })
      .from(documentReaders)
      .innerJoin(groups, eq(groups.id, documentReaders.groupId))
      .innerJoin(documents, eq(documents.id, documentReaders.thingId))
      .where(and(which, eq(documents.isRestricted, true)))
    const followed = await from
      .select({ groupId: groups.id, baseId: documents.knowledgeBaseId })
      .from(groups)
      .innerJoin(sourceReaders, eq(sourceReaders.reader, readerOfGroup))
      .innerJoin(sources, eq(sources.id, sourceReaders.sourceId))
      .innerJoin(
        knowledgeBases,
        and(
          eq(knowledgeBases.id, sources.knowledgeBaseId),
          eq(knowledgeBases.organizationId, groups.organizationId),
        ),
      )
      .innerJoin(
        sourcePages,
        and(eq(sourcePages.sourceId, sources.id), eq(sourcePages.readers, sourceReaders.list)),
      )
      .innerJoin(documents, eq(documents.id, sourcePages.documentId))
      .where(and(which, eq(documents.isRestricted, true)))
    return rows.map((row) => ({
      ...row,
      assistants: assistants.filter(({ groupId }) => groupId === row.id),
      documents: [...opened, ...followed].filter(({ groupId }) => groupId === row.id),
      members: members.filter(({ groupId }) => groupId === row.id),
      bases: bases.filter(({ groupId }) => groupId === row.id),
    }))
  },

  /** The organization's members among some people, named for the audit log. */
  membersAmong: (organizationId: string, ids: readonly string[], from: Db | Tx = db) =>
    ids.length === 0
      ? Promise.resolve([])
      : from
          .select({ id: users.id, email: users.email })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(and(eq(memberships.organizationId, organizationId), inArray(memberships.userId, [...ids]))),

  async insert(tx: Tx, row: typeof groups.$inferInsert): Promise<string> {
    const [inserted] = await tx.insert(groups).values(row).returning({ id: groups.id })
    return inserted!.id
  },

  update: (tx: Tx, id: string, changes: Pick<typeof groups.$inferInsert, 'name' | 'serviceAddress'>) =>
    tx
      .update(groups)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(groups.id, id)),

  async setMembers(tx: Tx, groupId: string, userIds: readonly string[]) {
    await tx.delete(groupMembers).where(eq(groupMembers.groupId, groupId))
    if (userIds.length > 0)
      await tx.insert(groupMembers).values(userIds.map((userId) => ({ groupId, userId })))
  },

  delete: (tx: Tx, id: string) => tx.delete(groups).where(eq(groups.id, id)),

  /** Sets someone's groups among those filled by log-in: the ones named by one of the values. */
  async followClaim(tx: Tx, organizationId: string, userId: string, values: readonly string[]) {
    const filled = await tx
      .select({ id: groups.id, value: groups.externalId })
      .from(groups)
      .where(and(eq(groups.organizationId, organizationId), eq(groups.managedBy, 'sign_in')))
    if (filled.length === 0) return
    const ids = filled.map(({ id }) => id)
    await tx
      .delete(groupMembers)
      .where(and(eq(groupMembers.userId, userId), inArray(groupMembers.groupId, ids)))
    const theirs = filled.filter(({ value }) => value !== null && values.includes(value))
    if (theirs.length > 0)
      await tx.insert(groupMembers).values(theirs.map(({ id }) => ({ groupId: id, userId })))
  },
})

export type GroupRow = Awaited<ReturnType<GroupsRepository['of']>>[number]
