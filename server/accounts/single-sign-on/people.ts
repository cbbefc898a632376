import { eq } from 'drizzle-orm'
import { recordForMember } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { apiKeys, users } from '../../kernel/db/schema/index.ts'
import type { AccountsRepository, UserRow } from '../accounts.repository.ts'
import type { Sessions } from '../authentication.ts'
import { createMailedLinks } from '../mailed-links.ts'
import { PROVIDER_ONLY } from '../passwords.ts'
import type { TwoFactors } from '../two-factor.ts'
import type { Claims } from './claims.ts'
import { refuse } from './failures.ts'
import { endLink, identityOf } from './identities.ts'
import { auditedPerson, type RoleSource } from './provider-roles.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { VerifiedDomains } from './verified-domains.ts'

type Parts = {
  db: Db
  accounts: AccountsRepository
  sessions: Sessions
  twoFactor: TwoFactors
  domains: Pick<VerifiedDomains, 'isVouchedFor' | 'isStillProven'>
  providerSessions: Pick<ProviderSessions, 'endOfMember'>
}

export type People = ReturnType<typeof createPeople>

/** Accounts of people vouched for by a provider. */
export const createPeople = ({ db, accounts, sessions, twoFactor, domains, providerSessions }: Parts) => {
  const links = createMailedLinks(db)

  /** Someone else may have registered an unconfirmed address: their access ends. */
  const takeOver = async (organizationId: string, user: UserRow, by: RoleSource): Promise<UserRow> => {
    const change = { passwordHash: PROVIDER_ONLY, emailVerifiedAt: new Date() }
    const announce = await db.transaction(async (tx) => {
      await tx.update(users).set(change).where(eq(users.id, user.id))
      await links.end(tx, user.id)
      await tx.delete(apiKeys).where(eq(apiKeys.userId, user.id))
      await twoFactor.end(tx, user.id)
      const occurrence = { action: 'account.taken_over' as const, ...auditedPerson(user, by) }
      await recordForMember(tx, user.id, occurrence, organizationId)
      return sessions.revokeAllIn(tx, user.id, null)
    })
    announce()
    return { ...user, ...change }
  }

  const usable = (organizationId: string, user: UserRow, by: RoleSource): UserRow | Promise<UserRow> => {
    if (user.disabledAt) refuse('account_disabled')
    return user.emailVerifiedAt === null ? takeOver(organizationId, user, by) : user
  }

  /** The subject's account, as long as its address is in one of the organization's domains. */
  const linkedTo = async (organizationId: string, subject: string): Promise<UserRow | null> => {
    const link = await identityOf(db, organizationId, { subject })
    const user = link && (await accounts.byId(link.userId))
    if (!user) return null
    if (await domains.isVouchedFor(organizationId, user.email)) return user
    await endLink(db, organizationId, user.id)
    await providerSessions.endOfMember(organizationId, user.id)
    return null
  }

  /** The account of an address that someone vouches for. @throws SignInRefusal if it is disabled */
  const ofAddress = async (
    organizationId: string,
    email: string,
    by: RoleSource,
  ): Promise<UserRow | null> => {
    const found = await accounts.byEmail(email)
    return found && usable(organizationId, found, by)
  }

  return {
    ofAddress,

    /** @throws SignInRefusal */
    create: async (
      organizationId: string,
      email: string,
      name: Pick<UserRow, 'firstName' | 'lastName'>,
      by: RoleSource,
    ): Promise<UserRow> =>
      (await accounts.insert({
        email,
        passwordHash: PROVIDER_ONLY,
        emailVerifiedAt: new Date(),
        ...name,
      })) ??
      // Registered at this very moment.
      (await ofAddress(organizationId, email, by)) ??
      refuse('email_missing'),

    /**
     * The account for the provider's claims: by subject, else by address.
     * @throws SignInRefusal
     */
    async find(organizationId: string, email: string, claims: Claims): Promise<UserRow | null> {
      const linked = await linkedTo(organizationId, claims.sub)
      if (!linked && !(await domains.isStillProven(organizationId, email))) refuse('email_other_domain')
      const found = linked ?? (await accounts.byEmail(email))
      if (!found) return null
      // The address moved to another person: the account stays with the previous one.
      const known = await identityOf(db, organizationId, { userId: found.id })
      if (known?.subject && known.subject !== claims.sub) refuse('other_person')
      return usable(organizationId, found, 'single_sign_on')
    },
  }
}
