import { eq, type SQL, sql } from 'drizzle-orm'
import type { AuditAction, AuditReason } from '../../src/services/contract/audit.ts'
import type { Db, Tx } from './db/open.ts'
import { auditEntries, memberships } from './db/schema/index.ts'
import { currentCaller } from './http/caller.ts'

/** An event. `details` contain codes and names of settings, never secrets or contents. */
export type Occurrence = {
  action: AuditAction
  target?: { id?: string; name?: string }
  details?: Readonly<Record<string, string>> & { readonly reason?: AuditReason }
  /** Who did it, if the request has no session: a log-in, a mailed link, a payment. */
  actorId?: string
}

const nameOf = (userId: string) =>
  sql<string>`coalesce((select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) from users where id = ${userId}), '')`
const emailOf = (userId: string) => sql<string>`(select email from users where id = ${userId})`

const rowOf = (organizationId: string | SQL<string>, { action, target, details, actorId }: Occurrence) => {
  const caller = currentCaller()
  const userId = actorId ?? caller.userId
  return {
    organizationId,
    action,
    actorKind: caller.kind === 'visitor' && userId ? ('person' as const) : caller.kind,
    actorId: userId,
    actorName: userId ? nameOf(userId) : caller.name,
    actorEmail: userId && caller.kind !== 'key' ? emailOf(userId) : null,
    apiKeyId: caller.apiKey?.id ?? null,
    apiKeyName: caller.apiKey?.name ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    details: details ?? {},
    address: caller.address,
    userAgent: caller.userAgent,
  }
}

/** Writes an entry in the transaction of the change that it records. */
export async function record(
  tx: Tx,
  organizationId: string | SQL<string>,
  occurrence: Occurrence,
): Promise<void> {
  await tx.insert(auditEntries).values(rowOf(organizationId, occurrence))
}

/** Writes entries in the transaction of the changes that they record. */
export async function recordAll(
  tx: Tx,
  organizationId: string | SQL<string>,
  occurrences: readonly Occurrence[],
): Promise<void> {
  await tx.insert(auditEntries).values(occurrences.map((occurrence) => rowOf(organizationId, occurrence)))
}

/** Writes an entry in every organization that a person belongs to, and in one that they are about to join. */
export async function recordForMember(
  tx: Tx,
  userId: string,
  occurrence: Occurrence,
  joining?: string,
): Promise<void> {
  const theirs = await tx
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  const ids = new Set([...theirs.map(({ id }) => id), ...(joining ? [joining] : [])])
  if (ids.size === 0) return
  await tx.insert(auditEntries).values([...ids].map((id) => rowOf(id, occurrence)))
}

/** One write and its entry. */
export const recorded = <Result>(
  db: Db,
  organizationId: string | SQL<string>,
  occurrence: Occurrence,
  write: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    const result = await write(tx)
    await record(tx, organizationId, occurrence)
    return result
  })

/** An entry about something that changes nothing here, such as an export. */
export const recordAlone = (db: Db, organizationId: string, occurrence: Occurrence): Promise<void> =>
  db.transaction((tx) => record(tx, organizationId, occurrence))

/** Names of the changed fields. For settings and texts, nothing else is recorded. */
export const fieldsOf = (changes: object): string =>
  Object.entries(changes)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
    .join(', ')

/** The organization that a row of a knowledge base belongs to. */
export const organizationOf = ({ knowledgeBaseId }: { knowledgeBaseId: string }) =>
  sql<string>`(select organization_id from knowledge_bases where id = ${knowledgeBaseId})`

const NAMED_MAX = 20

/** Names of added and removed people for the audit log; the first of many, and how many more as one name. */
export const changedNames = (before: readonly string[], after: readonly string[]) => {
  const named = (names: readonly string[]) => {
    const more = names.length - NAMED_MAX
    return [...names.slice(0, NAMED_MAX), ...(more > 0 ? [`+${more}`] : [])].join(', ')
  }
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  return {
    ...(added.length > 0 && { added: named(added) }),
    ...(removed.length > 0 && { removed: named(removed) }),
  }
}
