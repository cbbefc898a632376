import { eq } from 'drizzle-orm'
import type { EmailChange } from '../../src/services/contract/accounts.ts'
import type { Context } from '../context.ts'
import { recordForMember } from '../kernel/audit.ts'
import { violatesUnique } from '../kernel/db/errors.ts'
import { users } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'
import { requireVerified } from './accounts.policy.ts'
import type { AccountsRepository, UserRow } from './accounts.repository.ts'
import type { MailedLinks } from './mailed-links.ts'
import { accountExistsMail, confirmEmailMail, emailChangedMail, verifyEmailMail } from './mails.ts'
import type { Passwords } from './passwords.ts'
import { requirePasswords } from './single-sign-on/enforcement.ts'
import { endStrangeLinks } from './single-sign-on/identities.ts'
import type { ProviderSessions } from './single-sign-on/provider-sessions.ts'
import type { RemovedPeople } from './single-sign-on/removed-people.ts'

const invalidLink = () => refusal('link_invalid')

type Providers = {
  providerSessions: Pick<ProviderSessions, 'endOfMember'>
  removedPeople: Pick<RemovedPeople, 'noteFormer'>
}

export type Addresses = ReturnType<typeof createAddresses>

/** Owners of addresses: confirmed by a mailed link, and revealed only to readers of the mails. */
export function createAddresses(
  { db, background, hub, mail, link }: Context,
  accounts: AccountsRepository,
  passwords: Passwords,
  links: MailedLinks,
  { providerSessions, removedPeople }: Providers,
) {
  const sendLink = async (
    userId: string,
    email: string,
    write: typeof verifyEmailMail,
    confirmedHash: string | null = null,
  ) => {
    const { id, token } = await links.make('email', userId, email, confirmedHash)
    mail.send({ ...write(email, link(`/confirm-email/${token}`)), linkId: id })
  }
  const mailAccountExists = (email: string) => mail.send(accountExistsMail(email, link))

  return {
    /** After the response: mails a link to the new account, or a note that the address has an account (null). */
    welcome(email: string, user: UserRow | null): void {
      background.run('writing to a registered address', async () =>
        user ? sendLink(user.id, user.email, verifyEmailMail) : mailAccountExists(email),
      )
    },

    /** Resends the link, and says whether it did: a confirmed address needs none. */
    async sendAgain(userId: string): Promise<boolean> {
      const user = await accounts.byId(userId)
      if (!user || user.emailVerifiedAt) return false
      await sendLink(user.id, user.email, verifyEmailMail)
      return true
    },

    /**
     * Sends a confirmation link to the new address; nothing changes until it is followed. Only the mail says
     * whether the address has an account, and this is looked up after the response, so that neither its text
     * nor its timing reveals it.
     * @throws Refusal 403 before the current address is confirmed, or if either domain signs in through a
     * provider; 422 for a wrong password
     */
    async askToChange(userId: string, { email, password }: EmailChange): Promise<void> {
      await requireVerified(db, userId)
      const { email: before, passwordHash } = await passwords.confirm(userId, password)
      await requirePasswords(db, before, { ofOwners: true })
      await requirePasswords(db, email, { ofOwners: false })
      background.run('writing to a new address', async () =>
        (await accounts.byEmail(email))
          ? mailAccountExists(email)
          : sendLink(userId, email, confirmEmailMail, passwordHash),
      )
    },

    /**
     * Makes the link's address the account's confirmed address.
     * @throws Refusal 410 for a used link, 409 for an address taken since, 403 for a new address whose domain
     * now signs in through a provider
     */
    async confirm(token: string): Promise<void> {
      const seen = await links.find('email', token)
      if (!seen) throw invalidLink()
      const account = await accounts.byId(seen.userId)
      if (seen.email && account && account.email !== seen.email)
        await requirePasswords(db, seen.email, { ofOwners: false })
      const change = db.transaction(async (tx) => {
        // Locks the account before its links, like `links.make`, to avoid a deadlock.
        const [before] = await tx.select().from(users).where(eq(users.id, seen.userId)).for('update')
        const found = await links.use(tx, 'email', token)
        if (!before || !found?.email) throw invalidLink()
        const { email, userId } = found
        await tx.update(users).set({ email, emailVerifiedAt: new Date() }).where(eq(users.id, userId))
        const isOther = before.email !== email
        if (isOther && before.emailVerifiedAt) await removedPeople.noteFormer(tx, userId, before.email)
        await recordForMember(tx, userId, {
          action: 'account.email_confirmed',
          actorId: userId,
          ...(isOther && { details: { from: before.email, to: email } }),
        })
        // A requested reset went to the previous address.
        if (isOther) await links.end(tx, userId)
        const left = isOther ? await endStrangeLinks(tx, userId) : []
        return { userId, email, left, before: isOther ? before.email : null }
      })
      const proven = await change.catch((error: unknown) => {
        if (!violatesUnique(error)) throw error
        throw refusal('email_taken')
      })
      for (const organizationId of proven.left)
        await providerSessions.endOfMember(organizationId, proven.userId)
      if (proven.before !== null) mail.send(emailChangedMail(proven.before, proven.email))
      hub.publishTo(proven.userId, 'account_update', {})
    },
  }
}
