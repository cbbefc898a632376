import { and, eq } from 'drizzle-orm'
import type { PasswordChange, PasswordReset, ResetLink } from '../../src/services/contract/accounts.ts'
import type { Context } from '../context.ts'
import { recordForMember } from '../kernel/audit.ts'
import { apiKeys, users } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { MailedLinks } from './mailed-links.ts'
import { passwordChangedMail, passwordResetMail, resetMail } from './mails.ts'
import { checkPassword, hashPassword, notYourPassword, ownerOf, type Passwords } from './passwords.ts'
import { mayHavePassword, requirePasswords } from './single-sign-on/enforcement.ts'
import type { TwoFactors } from './two-factor.ts'

/** S8.9 */
const invalidLink = () => refusal('reset_invalid')

type Parts = {
  accounts: AccountsRepository
  passwords: Passwords
  links: MailedLinks
  twoFactor: TwoFactors
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** Ways to a new password: by a mailed link, or with the old one. */
export function createPasswordResets(
  { db, background, hub, mail, link, sessions }: Context,
  { accounts, passwords, links, twoFactor }: Parts,
) {
  return {
    /**
     * Returns at once, whether or not the address is known: the rest happens after the response.
     * @throws Refusal 403 if the domain has its own sign-in; owners still get their link
     */
    async forgot(email: string): Promise<void> {
      background.run('sending reset instructions', async () => {
        const user = await accounts.byEmail(email)
        if (!user || !(await mayHavePassword(db, email))) return
        const { id, token } = await links.make('reset', user.id)
        mail.send({ ...resetMail(user.email, link(`/reset-password/${token}`)), linkId: id })
      })
      await requirePasswords(db, email, { ofOwners: false })
    },

    /** Does not use the link. */
    async verify(token: string): Promise<ResetLink> {
      const found = await links.find('reset', token)
      const user = found && (await accounts.byId(found.userId))
      return { valid: user !== null, email: user?.email ?? null }
    },

    /**
     * Uses the link and revokes everything that someone else may hold: sessions, API keys and pending links.
     * Following the link proves the address. Two-factor log-in set up before that is turned off, because the
     * owner of the address may not have set it up.
     * @throws Refusal 410 for a used or expired link, 403 if the domain signs in through a provider, 422 for an
     * unacceptable password, which does not use the link
     */
    async reset({ token, new_password }: PasswordReset): Promise<void> {
      const found = await links.find('reset', token)
      const user = found && (await accounts.byId(found.userId))
      if (!user) throw invalidLink()
      await requirePasswords(db, user.email, { ofOwners: true })
      checkPassword(new_password, ownerOf(user), 'new_password')
      const passwordHash = await hashPassword(new_password)
      const { isProof, announce } = await db.transaction(async (tx) => {
        const mine = eq(users.id, user.id)
        // Locks the account before its links, like `links.make`, to avoid a deadlock.
        const [before] = await tx.select({ at: users.emailVerifiedAt }).from(users).where(mine).for('update')
        if (!(await links.use(tx, 'reset', token))) throw invalidLink()
        const emailVerifiedAt = before?.at ?? new Date()
        await tx.update(users).set({ passwordHash, emailVerifiedAt }).where(mine)
        await links.end(tx, user.id)
        await tx.delete(apiKeys).where(eq(apiKeys.userId, user.id))
        await twoFactor.forgetSetup(tx, user.id)
        if (!before?.at) await twoFactor.end(tx, user.id)
        await recordForMember(tx, user.id, { action: 'account.password_reset', actorId: user.id })
        return { isProof: !before?.at, announce: await sessions.revokeAllIn(tx, user.id, null) }
      })
      announce()
      mail.send(passwordResetMail(user.email, link('/forgot-password'), isProof))
    },

    /**
     * Ends every session but the caller's, and any pending reset or change of address.
     * @throws Refusal 422 for a wrong password, or an unacceptable new one
     */
    async change(
      userId: string,
      sessionId: string,
      { current_password, new_password }: PasswordChange,
    ): Promise<void> {
      const user = await passwords
        .confirm(userId, current_password, 'current_password')
        .catch(async (error: unknown) => {
          if (await passwords.matches(await accounts.byId(userId), new_password)) return null
          throw error
        })
      // The answer to an earlier try was lost: it is changed, and what had to end has ended.
      if (!user) return
      checkPassword(new_password, ownerOf(user), 'new_password')
      const passwordHash = await hashPassword(new_password)
      const announce = await db.transaction(async (tx) => {
        const changed = await tx
          .update(users)
          .set({ passwordHash })
          .where(and(eq(users.id, userId), eq(users.passwordHash, user.passwordHash)))
          .returning({ id: users.id })
        // It was changed, or reset by the owner of the address, since it was confirmed.
        if (changed.length === 0) throw notYourPassword('current_password')
        await links.end(tx, userId, user.emailVerifiedAt ? ['reset', 'email'] : ['reset'])
        await twoFactor.forgetSetup(tx, userId)
        await recordForMember(tx, userId, { action: 'account.password_changed' })
        return sessions.revokeAllIn(tx, userId, sessionId)
      })
      announce()
      hub.publishTo(userId, 'account_update', {})
      mail.send(passwordChangedMail(user.email, link('/forgot-password')))
    },
  }
}
