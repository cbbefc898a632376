import { and, eq, inArray } from 'drizzle-orm'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Identity } from '../accounts/authentication.ts'
import type { Db } from '../db/open.ts'
import { integrations, knowledgeBases, memberships, sessions } from '../db/schema/index.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import type { Channel } from './hub.ts'

/** Who was let in, to what, and until when: the access token's end, in ms. A visitor has no session. */
export type Admission = MemberAdmission | VisitorAdmission

type VisitorAdmission = { visitorId: string; channel: Channel }

type MemberAdmission = {
  userId: string
  sessionId: string
  organizationId: string
  channel: Channel
  expiresAt: number
}

type Subject =
  | { kind: 'organization'; id: string }
  | { kind: 'knowledge-base'; id: string; organizationId: string }
  | { kind: 'integration'; id: string }

/**
 * Lets a member in to what belongs to the organization, as the database says now.
 * @throws Refusal 404, the same for what does not exist and for what is not the caller's
 */
export async function admit(db: Db, identity: Identity, subject: Subject): Promise<MemberAdmission> {
  const { organizationId } = await memberOf(db, identity.id, await organizationOf(db, subject))
  const channel: Channel = `${subject.kind}:${subject.id}`
  const { id: userId, sessionId, expiresAt } = identity
  return { userId, sessionId, organizationId, channel, expiresAt }
}

async function organizationOf(db: Db, subject: Subject): Promise<string | null> {
  if (subject.kind === 'organization') return subject.id
  const rows =
    subject.kind === 'integration'
      ? await db
          .select({ id: integrations.organizationId })
          .from(integrations)
          .where(eq(integrations.id, subject.id))
      : await db
          .select({ id: knowledgeBases.organizationId })
          .from(knowledgeBases)
          .where(
            and(eq(knowledgeBases.id, subject.id), eq(knowledgeBases.organizationId, subject.organizationId)),
          )
  return rows[0]?.id ?? null
}

const isMember = <Admitted extends Admission>(one: Admitted): one is Admitted & MemberAdmission =>
  'sessionId' in one

/** Of those who were let in, the ones who no longer would be, with the code to close them with. */
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
  const lost = new Map<Admitted, number>()
  for (const one of members) {
    if (!liveIds.has(one.sessionId) || one.expiresAt <= Date.now()) lost.set(one, CLOSE.unauthorized)
    else if (!pairs.has(`${one.userId} ${one.organizationId}`)) lost.set(one, CLOSE.forbidden)
  }
  return lost
}
