import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { memberships, providerIdentities, removedAddresses, users } from '../../kernel/db/schema/index.ts'
import { createAddressHash } from '../../kernel/secrets.ts'
import { identityOf, noteRemoved } from './identities.ts'

export type RemovedPeople = ReturnType<typeof createRemovedPeople>

/**
 * A removed person cannot rejoin by signing in: only an invitation or provisioning readmits them. They are known by
 * their account, and by the addresses they had as a member where the account is deleted or has another one by now.
 */
export const createRemovedPeople = (jwtSecret: string) => {
  const hashOf = createAddressHash(jwtSecret)
  const hashesOfAccount = async (tx: Tx, organizationId: string, userId: string) => {
    const rows = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    const identity = await identityOf(tx, organizationId, { userId })
    return [...rows.map(({ email }) => hashOf(email)), ...(identity?.formerAddresses ?? [])]
  }
  const isAmong = (organizationId: string, hashes: string[]) =>
    and(eq(removedAddresses.organizationId, organizationId), inArray(removedAddresses.addressHash, hashes))

  return {
    /** A member's account has another address from now on. */
    async noteFormer(tx: Tx, userId: string, email: string) {
      const hash = hashOf(email)
      const theirs = await tx
        .select({ organizationId: memberships.organizationId })
        .from(memberships)
        .where(eq(memberships.userId, userId))
      if (theirs.length === 0) return
      const { formerAddresses } = providerIdentities
      await tx
        .insert(providerIdentities)
        .values(theirs.map(({ organizationId }) => ({ organizationId, userId, formerAddresses: [hash] })))
        .onConflictDoUpdate({
          target: [providerIdentities.organizationId, providerIdentities.userId],
          set: { formerAddresses: sql`array_append(array_remove(${formerAddresses}, ${hash}), ${hash})` },
        })
    },

    async remember(tx: Tx, organizationId: string, userId: string) {
      await noteRemoved(tx, organizationId, userId)
      const hashes = await hashesOfAccount(tx, organizationId, userId)
      await tx
        .insert(removedAddresses)
        .values(hashes.map((addressHash) => ({ organizationId, addressHash })))
        .onConflictDoNothing()
    },

    /** They are a member again. */
    async forget(tx: Tx, organizationId: string, userId: string) {
      await tx
        .update(providerIdentities)
        .set({ removedAt: null })
        .where(
          and(eq(providerIdentities.organizationId, organizationId), eq(providerIdentities.userId, userId)),
        )
      const hashes = await hashesOfAccount(tx, organizationId, userId)
      await tx.delete(removedAddresses).where(isAmong(organizationId, hashes))
    },

    async includes(
      db: Db | Tx,
      organizationId: string,
      { userId, email }: { userId: string | null; email: string },
    ) {
      const known = userId === null ? null : await identityOf(db, organizationId, { userId })
      return (
        known?.removedAt != null ||
        (await db.$count(removedAddresses, isAmong(organizationId, [hashOf(email)]))) > 0
      )
    },
  }
}
