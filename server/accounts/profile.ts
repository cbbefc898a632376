import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { AccountDeletion, DeletionPreview } from '../../src/services/contract/accounts.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { PaymentEnds } from '../billing/payments/payment-ends.ts'
import type { Context } from '../context.ts'
import { record, recordForMember } from '../kernel/audit.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { memberships, organizations, users } from '../kernel/db/schema/index.ts'
import { refusal, unauthorized } from '../kernel/errors.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { Identity } from './authentication.ts'
import type { Passwords } from './passwords.ts'
import { hasPassword } from './single-sign-on/enforcement.ts'
import type { ProviderSessions } from './single-sign-on/provider-sessions.ts'

/** Organizations whose only owner is the user: those with other members, and those without. */
async function leftBehind(db: Db | Tx, userId: string): Promise<DeletionPreview> {
  const other = db
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(and(eq(memberships.role, 'owner'), ne(memberships.userId, userId)))
  const owned = await db
    .select({
      id: organizations.id,
      name: organizations.name,
      members: sql<number>`(select count(*)::int from memberships m where m.organization_id = ${organizations.id})`,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'owner'),
        sql`${memberships.organizationId} not in ${other}`,
      ),
    )
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  return {
    blocked_by: owned.filter(({ members }) => members > 1).map(named),
    deletes: owned.filter(({ members }) => members === 1).map(named),
  }
}

type Parts = {
  accounts: AccountsRepository
  passwords: Passwords
  providerSessions: Pick<ProviderSessions, 'endOfDeleted' | 'isFresh'>
  paymentEnds: PaymentEnds
}

export type Profile = ReturnType<typeof createProfile>

/** Deletes accounts. */
export function createProfile(
  { db, hub, sessions }: Context,
  { accounts, passwords, providerSessions, paymentEnds }: Parts,
) {
  return {
    /** Data that is deleted together with the account, and reasons that prevent its deletion. */
    deletionOf: (userId: string) => leftBehind(db, userId),

    /**
     * Deletes the account and the organizations that have no other members.
     * @throws Refusal 422 for a wrong password; 403 if the account has none, unless a provider has just begun the
     * session; 409 while others would be left without an owner, or if other organizations would be deleted than `shown`
     */
    async delete(
      { id: userId, sessionId }: Pick<Identity, 'id' | 'sessionId'>,
      { password, deletes: shown }: AccountDeletion,
    ): Promise<void> {
      const user = await accounts.byId(userId)
      if (!user) throw unauthorized()
      if (password !== undefined || (await hasPassword(db, user)))
        await passwords.confirm(userId, password ?? '')
      else if (!(await providerSessions.isFresh(sessionId))) throw refusal('log_in_again')
      const { gone, left, ends } = await db.transaction(async (tx) => {
        // If two owners leave at once, the second sees that the first is gone.
        await tx
          .select({ id: organizations.id })
          .from(organizations)
          .where(
            inArray(
              organizations.id,
              tx
                .select({ id: memberships.organizationId })
                .from(memberships)
                .where(eq(memberships.userId, userId)),
            ),
          )
          .orderBy(organizations.id)
          .for('no key update')
        // After its organizations, as all others lock them. Whatever is added to the account waits, and is then refused.
        const [held] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        if (!held) throw unauthorized()
        const { blocked_by, deletes } = await leftBehind(tx, userId)
        if (blocked_by.length > 0) {
          const names = blocked_by.map(({ name }) => `“${name}”`).join(', ')
          throw refusal('last_owner_of', { names })
        }
        const ids = deletes.map(({ id }) => id)
        if (shown && !isDeepStrictEqual(new Set(shown), new Set(ids))) throw refusal('deletion_changed')
        await recordForMember(tx, userId, { action: 'account.deleted' })
        const announceSessions = await providerSessions.endOfDeleted(tx, ids)
        const endPayments = await paymentEnds.endOfDeleted(tx, ids)
        for (const { id, name } of deletes)
          await record(tx, id, { action: 'organization.deleted', target: { id, name } })
        if (ids.length > 0) await tx.delete(organizations).where(inArray(organizations.id, ids))
        const left = await tx
          .delete(memberships)
          .where(eq(memberships.userId, userId))
          .returning({ id: memberships.organizationId })
        const announceOwn = await sessions.revokeAllIn(tx, userId, null)
        await tx.delete(users).where(eq(users.id, userId))
        return { gone: ids, left, ends: [announceSessions, endPayments, announceOwn] }
      })
      for (const end of ends) end()
      for (const { id } of left) hub.publish(`organization:${id}`, 'member_update', { user_id: userId })
      for (const id of gone) hub.closeChannel(`organization:${id}`, CLOSE.gone)
    },
  }
}
