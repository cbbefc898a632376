import { and, asc, desc, eq, ilike, isNull, sql } from 'drizzle-orm'
import { createAccountsRepository, type UserRow } from '../accounts/accounts.repository.ts'
import { createMailedLinks } from '../accounts/mailed-links.ts'
import { endTwoFactor } from '../accounts/two-factor.ts'
import { recordForMember } from '../kernel/audit.ts'
import { containing } from '../kernel/db/filters.ts'
import type { Db } from '../kernel/db/open.ts'
import { apiKeys, memberships, organizations, twoFactors, users } from '../kernel/db/schema/index.ts'
import { OperatorError } from './command.ts'

const LISTED_MAX = 500

/** Operator actions on accounts that bypass their owners. */
export function createUsers(db: Db) {
  const accounts = createAccountsRepository(db)
  const links = createMailedLinks(db)
  const change = (id: string, changes: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(changes).where(eq(users.id, id))

  return {
    /** @throws OperatorError */
    async byEmail(email: string): Promise<UserRow> {
      const user = await accounts.byEmail(email.trim().toLowerCase())
      if (!user) throw new OperatorError(`No account has the email address ${email}.`)
      return user
    },
    list: (words: string): Promise<UserRow[]> =>
      db
        .select()
        .from(users)
        .where(ilike(users.email, containing(words)))
        .orderBy(asc(sql`lower(${users.email})`))
        .limit(LISTED_MAX),
    async details({ id }: UserRow) {
      const [belongings, sessions, keys, [second]] = await Promise.all([
        db
          .select({ name: organizations.name, role: memberships.role })
          .from(memberships)
          .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
          .where(eq(memberships.userId, id))
          .orderBy(desc(memberships.joinedAt)),
        accounts.sessionsOf(id),
        db.$count(apiKeys, eq(apiKeys.userId, id)),
        db.select().from(twoFactors).where(eq(twoFactors.userId, id)),
      ])
      return { belongings, sessions, keys, hasSecondStep: Boolean(second?.confirmedAt) }
    },
    verify: ({ id }: UserRow) => accounts.verify(id),
    /** Path of a password link that works once, for an hour; earlier ones end. */
    async resetLink({ id }: UserRow): Promise<string> {
      const { token } = await links.make('reset', id)
      return `/reset-password/${token}`
    },
    /** Their sockets close within seconds, when the server next checks its sessions. */
    endSessions: async ({ id }: UserRow) => (await accounts.revokeSessions(id, null)).length,
    /** Whether it was on. Sessions end, too: they may be those of a stolen phone. */
    endTwoFactor: ({ id, email }: UserRow) =>
      db.transaction(async (tx) => {
        const wasOn = await endTwoFactor(tx, id, { target: { id, name: email } })
        if (wasOn) await accounts.revokeSessions(id, null, tx)
        return wasOn
      }),
    async disable({ id }: UserRow): Promise<void> {
      await db.transaction(async (tx) => {
        const disabled = await tx
          .update(users)
          .set({ disabledAt: new Date() })
          .where(and(eq(users.id, id), isNull(users.disabledAt)))
          .returning({ name: users.email })
        for (const target of disabled)
          await recordForMember(tx, id, { action: 'account.disabled', target: { id, ...target } })
      })
      await accounts.revokeSessions(id, null)
    },
    enable: ({ id, email }: UserRow) =>
      db.transaction(async (tx) => {
        await tx.update(users).set({ disabledAt: null }).where(eq(users.id, id))
        await recordForMember(tx, id, { action: 'account.enabled', target: { id, name: email } })
      }),
    setAdministrator: ({ id }: UserRow, isAdministrator: boolean) => change(id, { isAdministrator }),
  }
}
export type Users = ReturnType<typeof createUsers>
