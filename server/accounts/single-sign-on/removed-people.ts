import { and, eq } from 'drizzle-orm'
import { createAddressHash } from '../../kernel/address-hash.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { providerIdentities, removedAddresses, users } from '../../kernel/db/schema/index.ts'
import { identityOf, putIdentity } from './identities.ts'

export type RemovedPeople = ReturnType<typeof createRemovedPeople>

/**
 * A removed person cannot rejoin by signing in: only an invitation or provisioning readmits them. They are known by
 * their account, and by their address where the account is deleted or has another one by now.
 */
export const createRemovedPeople = (jwtSecret: string) => {
  const hashOf = createAddressHash(jwtSecret)
  const hashOfAccount = async (tx: Tx, userId: string) => {
    const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    return row ? hashOf(row.email) : ''
  }
  const isAddress = (organizationId: string, addressHash: string) =>
    and(eq(removedAddresses.organizationId, organizationId), eq(removedAddresses.addressHash, addressHash))

  return {
    async remember(tx: Tx, organizationId: string, userId: string) {
      await putIdentity(tx, { organizationId, userId, subject: null, removedAt: new Date() })
      const addressHash = await hashOfAccount(tx, userId)
      await tx.insert(removedAddresses).values({ organizationId, addressHash }).onConflictDoNothing()
    },

    /** They are a member again. */
    async forget(tx: Tx, organizationId: string, userId: string) {
      await tx
        .update(providerIdentities)
        .set({ removedAt: null })
        .where(
          and(eq(providerIdentities.organizationId, organizationId), eq(providerIdentities.userId, userId)),
        )
      await tx.delete(removedAddresses).where(isAddress(organizationId, await hashOfAccount(tx, userId)))
    },

    async includes(
      db: Db | Tx,
      organizationId: string,
      { userId, email }: { userId: string | null; email: string },
    ) {
      const known = userId === null ? null : await identityOf(db, organizationId, { userId })
      return (
        known?.removedAt != null ||
        (await db.$count(removedAddresses, isAddress(organizationId, hashOf(email)))) > 0
      )
    },
  }
}
