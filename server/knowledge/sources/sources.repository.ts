import { randomUUID } from 'node:crypto'
import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  lte,
  min,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { SourceRefresh } from '../../../src/services/contract/sources.ts'
import { fieldsOf, organizationOf, record } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import {
  connectionSignIns,
  endedConnections,
  knowledgeBases,
  sourcePages,
  sources,
} from '../../kernel/db/schema/index.ts'
import { DAY } from '../../kernel/durations.ts'
import { groupsUnknown, listsWithMembers } from '../readers/followed.ts'
import { setFollowing } from './following.ts'
import { createSourcePages, isRead } from './source-pages.repository.ts'
import type { EndedConnection, Reading, SourceChanges, SourceRow } from './sources.types.ts'

const ENDED_AT_ONCE = 50
const EVERY: Record<SourceRefresh, number | null> = { never: null, daily: DAY, weekly: 7 * DAY }

/** Time of a source's next reading; null: none. */
const nextReading = (refresh: SourceRefresh, after: Date) => {
  const every = EVERY[refresh]
  return every === null ? null : new Date(after.getTime() + every)
}

/** The same by the row's interval when it is written: someone may have changed it since the row was read. */
export const nextReadingOfRow = (): SQL<Date | null> => {
  const cases = Object.entries(EVERY).map(
    ([refresh, every]) => sql`when ${refresh} then ${every}::int * interval '1 millisecond'`,
  )
  return sql`${new Date().toISOString()}::timestamptz + case ${sources.refresh} ${sql.join(cases, sql` `)} end`
}

/** The client and address that a service issued tokens to; null if no one has signed in. */
const clientOf = (settings: SourceRow['settings']) => {
  if (settings.kind !== 'connector' || !settings.settings.client_id) return null
  return JSON.stringify([settings.url, settings.settings.client_id])
}

const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from source_pages p where p.source_id = ${sources.id} and ${condition})`.mapWith(
    Number,
  )
const closedWhere = (condition: SQL) =>
  countOf(sql`sources.follows_readers and p.missing is distinct from 'removed' and ${condition} and exists (
    select from documents d where d.id = p.document_id and d.is_restricted and d.removed_at is null)`)
const withPages = {
  ...getTableColumns(sources),
  pages: countOf(sql`p.document_id is not null and p.missing is distinct from 'removed'`),
  missing: countOf(sql`p.missing = 'held'`),
  /** Documents that follow the service and have no readers here: it named none, or no member. */
  unnamed: closedWhere(sql`p.readers is null`),
  unknown: closedWhere(sql`p.readers not in ${listsWithMembers}`),
  groupsUnknown,
}

export type SourcesRepository = ReturnType<typeof createSourcesRepository>

const targetOf = ({ id, settings }: Pick<SourceRow, 'id' | 'settings'>) => ({ id, name: settings.url })

/** Sources, and their readings as jobs: waiting, running, ready or failed. */
export const createSourcesRepository = (db: Db) => {
  const find = async (id: string) => {
    const [row] = await db
      .select({ source: withPages, organizationId: knowledgeBases.organizationId })
      .from(sources)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, sources.knowledgeBaseId))
      .where(eq(sources.id, id))
    return row ?? null
  }
  /** Null if another reading has begun, or this one was cancelled. */
  const update = async (of: Reading, changes: PgUpdateSetSource<typeof sources>) => {
    const rows = await db
      .update(sources)
      .set({ ...changes, updatedAt: new Date() })
      .where(isRead(of))
      .returning({ id: sources.id })
    return rows.length > 0 ? ((await find(of.id))?.source ?? null) : null
  }
  const isDue = () => and(lte(sources.nextAt, new Date()), ne(sources.status, 'reading'))

  return {
    ...createSourcePages(db),
    find,
    update,

    of: (knowledgeBaseId: string): Promise<SourceRow[]> =>
      db
        .select(withPages)
        .from(sources)
        .where(eq(sources.knowledgeBaseId, knowledgeBaseId))
        .orderBy(asc(sources.createdAt), asc(sources.id)),

    insert: (values: typeof sources.$inferInsert) =>
      db.transaction(async (tx) => {
        const [row] = await tx.insert(sources).values(values).returning()
        await record(tx, organizationOf(row!), { action: 'source.added', target: targetOf(row!) })
        return row!.id
      }),

    /** False while it has documents. From then on `keepPage` adds none. */
    delete: (id: string) =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(sources).where(eq(sources.id, id)).for('update')
        if (!row) return true
        const isDocumented = and(eq(sourcePages.sourceId, id), isNotNull(sourcePages.documentId))
        if ((await tx.$count(sourcePages, isDocumented)) > 0) return false
        await tx.delete(sources).where(eq(sources.id, id))
        await record(tx, organizationOf(row), { action: 'source.deleted', target: targetOf(row) })
        return true
      }),

    /** Null if it is being read while its connection or readers are to change, or if it is gone. */
    change: (id: string, changes: SourceChanges) =>
      db.transaction(async (tx) => {
        const [before] = await tx.select().from(sources).where(eq(sources.id, id)).for('update')
        const isAtRest =
          changes.settings || changes.followsReaders !== undefined ? ne(sources.status, 'reading') : undefined
        // A reading that waits keeps its time, and one that runs sets the next.
        const isSettled = before && !['queued', 'reading'].includes(before.status)
        const next = isSettled &&
          changes.refresh && { nextAt: nextReading(changes.refresh, before.lastReadAt ?? new Date()) }
        const [row] = await tx
          .update(sources)
          .set({ ...next, ...changes, ...(changes.status && { progress: null }) })
          .where(and(eq(sources.id, id), isAtRest))
          .returning()
        if (!row || !before) return null
        const { settings, secrets } = before
        const client = clientOf(settings)
        if (settings.kind === 'connector' && secrets && client && client !== clientOf(row.settings))
          await tx.insert(endedConnections).values({ sourceId: randomUUID(), settings, secrets })
        // Services count their items in the same way: an item of another site may have the same key and mark.
        const isElsewhere = row.settings.url !== settings.url
        if (isElsewhere)
          await tx
            .update(sourcePages)
            .set({ page: sql`${sourcePages.page} || '{"etag": null}'` })
            .where(eq(sourcePages.sourceId, id))
        const followsAnother = changes.followsReaders !== undefined || (isElsewhere && row.followsReaders)
        const followed = followsAnother ? await setFollowing(tx, row) : []
        const { nextAt: _, status: __, error: ___, ...recorded } = changes
        await record(tx, organizationOf(row), {
          action: 'source.changed',
          target: targetOf(row),
          details: { fields: fieldsOf(recorded) },
        })
        return followed
      }),

    /** Replaces renewed tokens, unless someone has reconnected it in the meantime. */
    keepSecrets: ({ id, secrets }: Pick<SourceRow, 'id' | 'secrets'>, renewed: string) =>
      db
        .update(sources)
        .set({ secrets: renewed })
        .where(and(eq(sources.id, id), eq(sources.secrets, secrets ?? ''))),

    /** Whether another source, or a recent sign-in, uses the same client of a service. */
    async sharesClient({ sourceId: id, settings: { kind, connector, url, settings } }: EndedConnection) {
      const client = { client_id: settings.client_id }
      const others = sql`${sources.settings} @> ${JSON.stringify({ kind, connector, url, settings: client })}::jsonb`
      const signIns = and(
        eq(connectionSignIns.connector, connector),
        eq(connectionSignIns.url, url),
        sql`${connectionSignIns.settings} @> ${JSON.stringify(client)}::jsonb`,
        eq(connectionSignIns.status, 'connected'),
      )
      return (
        (await db.$count(sources, and(others, ne(sources.id, id)))) > 0 ||
        (await db.$count(connectionSignIns, and(signIns, ne(connectionSignIns.id, id)))) > 0
      )
    },

    /** Connections of deleted sources: a random few, so that failing ones do not block others. */
    ended: () => db.select().from(endedConnections).orderBy(sql`random()`).limit(ENDED_AT_ONCE),

    forgetEnded: (sourceId: string) =>
      db.delete(endedConnections).where(eq(endedConnections.sourceId, sourceId)),

    /** Makes it due now; false while it is being read. */
    async requeue(id: string) {
      const rows = await db
        .update(sources)
        .set({ status: 'queued', progress: null, nextAt: new Date(), error: null })
        .where(and(eq(sources.id, id), ne(sources.status, 'reading')))
        .returning({ id: sources.id })
      return rows.length > 0
    },

    /** Ends a waiting or running reading; false if it is settled. */
    async cancel(id: string) {
      const rows = await db
        .update(sources)
        .set({ status: 'cancelled', progress: null, nextAt: nextReadingOfRow() })
        .where(and(eq(sources.id, id), inArray(sources.status, ['queued', 'reading'])))
        .returning({ id: sources.id })
      return rows.length > 0
    },

    /** Organizations with due sources, the longest waiting first. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: knowledgeBases.organizationId })
        .from(sources)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, sources.knowledgeBaseId))
        .where(isDue())
        .groupBy(knowledgeBases.organizationId)
        .orderBy(asc(min(sources.nextAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /** Begins an organization's next reading; null if none is due. */
    async claim(organizationId: string) {
      const next = db
        .select({ id: sources.id })
        .from(sources)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, sources.knowledgeBaseId))
        .where(and(eq(knowledgeBases.organizationId, organizationId), isDue()))
        .orderBy(asc(sources.nextAt), asc(sources.id))
        .limit(1)
        .for('update', { of: sources, skipLocked: true })
      const [row] = await db
        .update(sources)
        .set({
          status: 'reading',
          reading: sql`${sources.reading} + 1`,
          progress: sql`coalesce(${sources.progress}, '{}') || '{"done": 0, "waiting": 1}'`,
          error: null,
          updatedAt: new Date(),
        })
        .where(and(eq(sources.id, sql`(${next})`), ne(sources.status, 'reading')))
        .returning({ id: sources.id })
      return row ? find(row.id) : null
    },

    /** Reports that these readings are alive. */
    beat: async (ids: string[]) => {
      if (ids.length > 0)
        await db.update(sources).set({ updatedAt: new Date() }).where(inArray(sources.id, ids))
    },

    /** Requeues readings of a process that ended: they start again, and find what was already read. */
    recover: (silentSince: Date, ours: string[]) =>
      db
        .update(sources)
        .set({ status: 'queued', nextAt: new Date() })
        .where(
          and(
            eq(sources.status, 'reading'),
            lt(sources.updatedAt, silentSince),
            ours.length > 0 ? notInArray(sources.id, ours) : undefined,
          ),
        ),
  }
}
