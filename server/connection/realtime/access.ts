import { and, desc, eq, inArray } from 'drizzle-orm'
import { CLOSE, type Envelope } from '../../../src/services/contract/sockets.ts'
import type { Identity } from '../../accounts/authentication.ts'
import { ACCESS_SECONDS } from '../../accounts/tokens.ts'
import type { Db } from '../../kernel/db/open.ts'
import {
  integrations,
  knowledgeBases,
  memberships,
  refreshTokens,
  sessions,
} from '../../kernel/db/schema/index.ts'
import { mayRead, readerPairs } from '../../knowledge/readers/may-read.ts'
import { mayUse, userPairs } from '../../knowledge/readers/may-use.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'

/** Channels that sockets listen on and events are sent to. */
export type Channel =
  | `organization:${string}`
  | `knowledge-base:${string}`
  | `integration:${string}`
  | `visitor:${string}`

/**
 * Who was admitted to what, and until when: the expiry of the access token, or of a later one of its session,
 * in ms. Visitors have no session.
 */
export type Admission = MemberAdmission | VisitorAdmission

type VisitorAdmission = {
  visitorId: string
  channel: Channel
  /** Filters the channel’s events for this socket; by default all pass. */
  hears?: (event: Pick<Envelope, 'data'>) => boolean
}

type MemberAdmission = {
  userId: string
  sessionId: string
  /** The refresh token issued with the access token: a later one renews the admission. */
  refreshTokenId: string
  organizationId: string
  channel: Channel
  expiresAt: number
}

type Subject =
  | { kind: 'organization'; id: string }
  | { kind: 'knowledge-base'; id: string; organizationId: string }
  | { kind: 'integration'; id: string }

/**
 * Admits a member to the organization's content, by the current state of the database.
 * @throws Refusal 404, the same for what does not exist and what is not the caller's
 */
export async function admit(db: Db, identity: Identity, subject: Subject): Promise<MemberAdmission> {
  const { organizationId } = await memberOf(db, identity.id, await organizationOf(db, subject, identity.id))
  const channel: Channel = `${subject.kind}:${subject.id}`
  const { id: userId, sessionId, refreshTokenId, expiresAt } = identity
  return { userId, sessionId, refreshTokenId, organizationId, channel, expiresAt }
}

async function organizationOf(db: Db, subject: Subject, readerId: string): Promise<string | null> {
  if (subject.kind === 'organization') return subject.id
  const rows =
    subject.kind === 'integration'
      ? await db
          .select({ id: integrations.organizationId })
          .from(integrations)
          .where(and(eq(integrations.id, subject.id), mayUse(readerId)))
      : await db
          .select({ id: knowledgeBases.organizationId })
          .from(knowledgeBases)
          .where(
            and(
              eq(knowledgeBases.id, subject.id),
              eq(knowledgeBases.organizationId, subject.organizationId),
              mayRead(readerId),
            ),
          )
  return rows[0]?.id ?? null
}

const isMember = <Admitted extends Admission>(one: Admitted): one is Admitted & MemberAdmission =>
  'sessionId' in one

/** The knowledge base or assistant that a socket reports on, if any. */
const subjectsOf =
  (kind: 'knowledge-base' | 'integration') =>
  ({ channel }: MemberAdmission) =>
    channel.startsWith(`${kind}:`) ? [channel.slice(kind.length + 1)] : []
const basesOf = subjectsOf('knowledge-base')
const assistantsOf = subjectsOf('integration')

/** An open socket lives as long as its session: if tokens were renewed, they extend the admission. */
async function extendRenewed(db: Db, members: MemberAdmission[]) {
  const ending = members.filter(({ expiresAt }) => expiresAt <= Date.now())
  if (ending.length === 0) return
  const sessionIds = [...new Set(ending.map(({ sessionId }) => sessionId))]
  const newest = await db
    .selectDistinctOn([refreshTokens.sessionId])
    .from(refreshTokens)
    .where(inArray(refreshTokens.sessionId, sessionIds))
    .orderBy(refreshTokens.sessionId, desc(refreshTokens.createdAt))
  for (const { id, sessionId, createdAt } of newest)
    for (const one of ending)
      if (one.sessionId === sessionId && one.refreshTokenId !== id) {
        one.refreshTokenId = id
        one.expiresAt = createdAt.getTime() + ACCESS_SECONDS * 1000
      }
}

/** Admissions that would now be refused, with the code to close them with. */
export async function lostAccess<Admitted extends Admission>(
  db: Db,
  admitted: Admitted[],
): Promise<Map<Admitted, number>> {
  const members = admitted.filter(isMember)
  const sessionIds = [...new Set(members.map(({ sessionId }) => sessionId))]
  const userIds = [...new Set(members.map(({ userId }) => userId))]
  const live = await db
    .select({ id: sessions.id, revokedAt: sessions.revokedAt })
    .from(sessions)
    .where(inArray(sessions.id, sessionIds))
  const liveIds = new Set(live.filter(({ revokedAt }) => !revokedAt).map(({ id }) => id))
  const member = await db.select().from(memberships).where(inArray(memberships.userId, userIds))
  const pairs = new Set(member.map(({ userId, organizationId }) => `${userId} ${organizationId}`))
  const readable = await readerPairs(db, userIds, members.flatMap(basesOf))
  const usable = await userPairs(db, userIds, members.flatMap(assistantsOf))
  const isOpenTo = (one: MemberAdmission) =>
    basesOf(one).every((id) => readable.has(`${one.userId} ${id}`)) &&
    assistantsOf(one).every((id) => usable.has(`${one.userId} ${id}`))
  await extendRenewed(db, members)
  const lost = new Map<Admitted, number>()
  for (const one of members) {
    if (!liveIds.has(one.sessionId) || one.expiresAt <= Date.now()) lost.set(one, CLOSE.unauthorized)
    else if (!pairs.has(`${one.userId} ${one.organizationId}`)) lost.set(one, CLOSE.forbidden)
    else if (!isOpenTo(one)) lost.set(one, CLOSE.gone)
  }
  return lost
}
