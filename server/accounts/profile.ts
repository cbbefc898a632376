import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { DeletionPreview, EmailChange } from '../../src/services/contract/accounts.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/open.ts'
import { memberships, organizations, users } from '../db/schema/index.ts'
import { conflict, Refusal } from '../errors.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { MailedLinks } from './mailed-links.ts'
import { confirmEmailMail, emailChangedMail } from './mails.ts'
import type { Passwords } from './passwords.ts'

const TAKEN = 'An account with this e-mail address exists already.'

/** Of the organizations that the user owns alone, those with other members, and those without. */
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

export type Profile = ReturnType<typeof createProfile>

/** The address of an account, and its end. */
export function createProfile(
  { db, hub, mail, link, sessions }: Context,
  accounts: AccountsRepository,
  passwords: Passwords,
  links: MailedLinks,
) {
  return {
    /**
     * Sends a confirming link to the new address; until it is followed nothing changes.
     * @throws Refusal 422 for a wrong password, 409 for a taken address
     */
    async askForEmail(userId: string, { email, password }: EmailChange): Promise<void> {
      await passwords.confirm(userId, password)
      if (await accounts.byEmail(email)) throw conflict('email_taken', TAKEN, { email: TAKEN })
      const token = await links.make('email', userId, email)
      mail.send(confirmEmailMail(email, link(`/confirm-email/${token}`)))
    },

    /** @throws Refusal 410 for a link that is used up, 409 for an address that was taken meanwhile */
    async confirmEmail(token: string): Promise<void> {
      const changed = await db.transaction(async (tx) => {
        const found = await links.use(tx, 'email', token)
        if (!found?.email) return null
        const [before] = await tx.select().from(users).where(eq(users.id, found.userId)).for('update')
        const [taken] = await tx
          .select({ id: users.id })
          .from(users)
          .where(eq(sql`lower(${users.email})`, found.email))
        if (taken) throw conflict('email_taken', TAKEN)
        await tx.update(users).set({ email: found.email }).where(eq(users.id, found.userId))
        return { from: before!.email, to: found.email }
      })
      if (!changed)
        throw new Refusal(410, {
          detail: 'This link is invalid or has expired. Ask for a new one in your settings.',
          code: 'link_invalid',
        })
      mail.send(emailChangedMail(changed.from, changed.to))
    },

    /** What deleting the account would take along, and what stands against it. */
    deletionOf: (userId: string) => leftBehind(db, userId),

    /**
     * Deletes the account and the organizations that nobody else is in.
     * @throws Refusal 422 for a wrong password, 409 while others would be left without an owner
     */
    async delete(userId: string, password: string): Promise<void> {
      await passwords.confirm(userId, password)
      const gone = await db.transaction(async (tx) => {
        // Two owners who leave at once: the second sees that the first is gone.
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
        const { blocked_by, deletes } = await leftBehind(tx, userId)
        if (blocked_by.length > 0) {
          const names = blocked_by.map(({ name }) => `“${name}”`).join(', ')
          throw conflict(
            'last_owner',
            `You are the last owner of ${names}, which others use. Make somebody else an owner, or delete it first.`,
          )
        }
        const ids = deletes.map(({ id }) => id)
        if (ids.length > 0) await tx.delete(organizations).where(inArray(organizations.id, ids))
        await tx.delete(memberships).where(eq(memberships.userId, userId))
        return ids
      })
      await sessions.revokeAll(userId, null)
      await accounts.delete(userId)
      for (const id of gone) hub.closeChannel(`organization:${id}`, CLOSE.gone)
    },
  }
}
