import { and, eq, exists, isNotNull, sql } from 'drizzle-orm'
import { COMPANY_SIGN_IN } from '../../../src/services/contract/single-sign-on.ts'
import type { Db } from '../../kernel/db/open.ts'
import {
  emailDomains,
  identityProviders,
  memberships,
  organizations,
  users,
} from '../../kernel/db/schema/index.ts'
import { Refusal, refusal } from '../../kernel/errors.ts'
import type { UserRow } from '../accounts.repository.ts'
import { PROVIDER_ONLY } from '../passwords.ts'
import { domainOf } from './claims.ts'

/** The organization that enforces its provider for the address, and whether the address is an owner's. */
async function enforcing(db: Db, email: string) {
  const [row] = await db
    .select({
      name: organizations.name,
      isOwner: sql<boolean>`${exists(
        db
          .select({ id: users.id })
          .from(users)
          .innerJoin(memberships, eq(memberships.userId, users.id))
          .where(
            and(
              eq(sql`lower(${users.email})`, email.toLowerCase()),
              eq(memberships.organizationId, organizations.id),
              eq(memberships.role, 'owner'),
            ),
          ),
      )}`,
    })
    .from(emailDomains)
    .innerJoin(identityProviders, eq(identityProviders.organizationId, emailDomains.organizationId))
    .innerJoin(organizations, eq(organizations.id, emailDomains.organizationId))
    .where(
      and(
        eq(emailDomains.domain, domainOf(email.toLowerCase())),
        isNotNull(emailDomains.verifiedAt),
        eq(identityProviders.enforced, true),
      ),
    )
  return row ?? null
}

/**
 * Checks whether an address may log in with a password. Owners may, in case the provider fails. Anyone not
 * proven to be an owner gets the same response as the rest of the domain (`ofOwners: false`).
 * @throws Refusal 403 `company_sign_in`
 */
export async function requirePasswords(
  db: Db,
  email: string,
  { ofOwners }: { ofOwners: boolean },
): Promise<void> {
  const found = await enforcing(db, email)
  if (!found || (ofOwners && found.isOwner)) return
  throw refusal(COMPANY_SIGN_IN, { provider: found.name })
}

/** Whether a password opens the account: not if its person logs in through a provider. */
export const hasPassword = async (db: Db, { passwordHash, email }: UserRow) =>
  passwordHash !== PROVIDER_ONLY && (await mayHavePassword(db, email))

/** Whether the address may have a password. */
export const mayHavePassword = (db: Db, email: string): Promise<boolean> =>
  requirePasswords(db, email, { ofOwners: true }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
