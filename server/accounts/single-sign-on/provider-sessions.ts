import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AuditReason } from '../../../src/services/contract/audit.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  identityProviders,
  memberships,
  organizations,
  providerSessions,
  sessions as sessionRows,
  users,
} from '../../kernel/db/schema/index.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import type { Seal } from '../../kernel/secrets.ts'
import type { Sessions } from '../authentication.ts'
import { ProviderFailure } from './failures.ts'
import { addressDomain, isVouchedFor } from './identities.ts'
import type { LogoutClaims, Provider } from './provider.ts'

/** How often the provider is asked, if it can be. */
const ASKED_EVERY = HOUR
/** A session ends after this time without word from the provider. */
const TRUSTED_FOR = 24 * HOUR

const CLOCKS_DIFFER_BY = MINUTE

type Begun = Omit<typeof providerSessions.$inferInsert, 'sessionId' | 'checkedAt' | 'refreshToken'> & {
  refreshToken: string | null
}
type Parts = {
  db: Db
  sessions: Pick<Sessions, 'revoke' | 'announce'>
  provider: Pick<Provider, 'refresh'>
  seal: Seal
}

export type ProviderSessions = ReturnType<typeof createProviderSessions>

/** Sessions begun by a provider end with the provider's own session. */
export const createProviderSessions = ({ db, sessions, provider, seal }: Parts) => {
  const recordEnd = (tx: Tx, organizationId: string, userId: string, reason: AuditReason) =>
    record(tx, organizationId, {
      action: 'single_sign_on.session_ended',
      target: { id: userId, name: '' },
      details: { reason },
    })

  const update = (
    sessionId: string,
    checkedAt: Date,
    change: Partial<typeof providerSessions.$inferInsert>,
  ) =>
    db
      .update(providerSessions)
      .set(change)
      .where(
        and(
          eq(providerSessions.sessionId, sessionId),
          // PostgreSQL sets it with microseconds, which a `Date` does not have.
          eq(sql`date_trunc('milliseconds', ${providerSessions.checkedAt})`, checkedAt.toISOString()),
        ),
      )
      .returning({ id: providerSessions.sessionId })

  /** Ends the open sessions that match; returns their number. */
  const end = async (where: SQL | undefined, reason?: { organizationId: string; reason: AuditReason }) => {
    const open = await db
      .select({ id: sessionRows.id, userId: sessionRows.userId })
      .from(sessionRows)
      .innerJoin(users, eq(users.id, sessionRows.userId))
      .leftJoin(providerSessions, eq(providerSessions.sessionId, sessionRows.id))
      .where(and(isNull(sessionRows.revokedAt), where))
    for (const { id } of open) await sessions.revoke(id)
    if (reason && open.length > 0)
      await db.transaction(async (tx) => {
        for (const userId of new Set(open.map((one) => one.userId)))
          await recordEnd(tx, reason.organizationId, userId, reason.reason)
      })
    return open.length
  }

  return {
    begin: (tx: Tx, sessionId: string, { refreshToken, ...begun }: Begun) =>
      tx.insert(providerSessions).values({
        ...begun,
        sessionId,
        refreshToken: refreshToken === null ? null : seal.close(refreshToken),
      }),

    /**
     * Whether a session may continue. A session that a provider started is renewed with it once an hour. If the
     * provider gives no refresh token or is unreachable, the session ends a day after its last response.
     */
    async mayGoOn(sessionId: string): Promise<boolean> {
      const [row] = await db
        .select({ begun: providerSessions, provider: identityProviders, userId: sessionRows.userId })
        .from(providerSessions)
        .innerJoin(sessionRows, eq(sessionRows.id, providerSessions.sessionId))
        .leftJoin(identityProviders, eq(identityProviders.organizationId, providerSessions.organizationId))
        .where(eq(providerSessions.sessionId, sessionId))
      if (!row) return true
      const { checkedAt, refreshToken: sealed, subject, organizationId } = row.begun
      const vouched = and(eq(users.id, row.userId), isVouchedFor(organizationId))
      if (!row.provider || (await db.$count(users, vouched)) === 0) return false
      const age = Date.now() - checkedAt.getTime()
      if (age < ASKED_EVERY) return true
      const refreshToken = sealed === null ? null : seal.open(sealed)
      if (refreshToken === null) return age < TRUSTED_FOR
      const now = new Date()
      // Refresh tokens are used once: only one process or tab asks.
      if ((await update(sessionId, checkedAt, { checkedAt: now })).length === 0) return true
      try {
        const next = await provider.refresh(row.provider, refreshToken, subject)
        await update(sessionId, now, { refreshToken: seal.close(next) })
        return true
      } catch (error) {
        await update(sessionId, now, { checkedAt })
        if (!(error instanceof ProviderFailure)) throw error
        if (error.code !== 'invalid_grant') return age < TRUSTED_FOR
        await db.transaction((tx) => recordEnd(tx, organizationId, row.userId, 'refresh_refused'))
        return false
      }
    },

    /** Whether the provider has begun it within the last minutes, as proof of who is there. */
    isFresh: async (sessionId: string): Promise<boolean> =>
      (await db.$count(
        sessionRows,
        and(
          eq(sessionRows.id, sessionId),
          gt(sessionRows.createdAt, sql`now() - interval '10 minutes'`),
          sql`exists (select 1 from ${providerSessions} where ${providerSessions.sessionId} = ${sessionId})`,
        ),
      )) > 0,

    /** Ends sessions that the provider logged out: one of its own by `sid`, else all of a subject. */
    endLoggedOut: (organizationId: string, { sid, sub }: Pick<LogoutClaims, 'sid' | 'sub'>, issuedAt: Date) =>
      end(
        and(
          eq(providerSessions.organizationId, organizationId),
          sub === undefined ? undefined : eq(providerSessions.subject, sub),
          sid === undefined ? undefined : eq(providerSessions.sid, sid),
          // A replayed token does not end later sessions; the two clocks may differ.
          lte(sessionRows.createdAt, new Date(issuedAt.getTime() + CLOCKS_DIFFER_BY)),
        ),
        { organizationId, reason: 'provider_logout' },
      ),

    /** Ends sessions begun by the provider of an organization that a member has left. */
    endOfMember: (organizationId: string, userId: string) =>
      end(and(eq(providerSessions.organizationId, organizationId), eq(sessionRows.userId, userId))),

    /**
     * Ends sessions begun by the providers of organizations that the transaction deletes: without their providers
     * they would be ordinary ones. Call what it returns after the commit.
     */
    async endOfDeleted(tx: Tx, organizationIds: string[]): Promise<() => void> {
      // Log-ins that are being finished come before, or fail.
      await tx
        .select({ id: organizations.id })
        .from(organizations)
        .where(inArray(organizations.id, organizationIds))
        .orderBy(organizations.id)
        .for('update')
      const begun = tx
        .select({ id: providerSessions.sessionId })
        .from(providerSessions)
        .where(inArray(providerSessions.organizationId, organizationIds))
      const ended = await tx
        .update(sessionRows)
        .set({ revokedAt: new Date() })
        .where(and(isNull(sessionRows.revokedAt), inArray(sessionRows.id, begun)))
        .returning({ id: sessionRows.id })
      return () => sessions.announce(ended.map(({ id }) => id))
    },

    /** Ends sessions begun by an organization's provider for addresses of a domain. */
    endOfDomain: (organizationId: string, domain: string) =>
      end(and(eq(providerSessions.organizationId, organizationId), sql`${addressDomain} = ${domain}`), {
        organizationId,
        reason: 'domain_lost',
      }),

    /**
     * If an organization enforces its provider, ends sessions of its verified domains not begun by it, except
     * owners'.
     */
    endOthers: (organizationId: string) =>
      end(
        and(
          sql`exists (select 1 from ${identityProviders}
            where ${identityProviders.organizationId} = ${organizationId} and ${identityProviders.enforced})`,
          sql`${providerSessions.organizationId} is distinct from ${organizationId}`,
          isVouchedFor(organizationId),
          sql`not exists (select 1 from ${memberships}
            where ${memberships.organizationId} = ${organizationId} and ${memberships.userId} = ${users.id}
              and ${memberships.role} = 'owner')`,
        ),
        { organizationId, reason: 'enforced' },
      ),
  }
}
