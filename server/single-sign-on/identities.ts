import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/open.ts'
import { providerIdentities } from '../db/schema/index.ts'

/** Whom the provider of an organization means by a subject, or what is known of one of its people. */
export async function identityOf(
  db: Db | Tx,
  organizationId: string,
  by: { subject: string } | { userId: string },
) {
  const [row] = await db
    .select()
    .from(providerIdentities)
    .where(
      and(
        eq(providerIdentities.organizationId, organizationId),
        'subject' in by
          ? eq(providerIdentities.subject, by.subject)
          : eq(providerIdentities.userId, by.userId),
      ),
    )
  return row ?? null
}

const put = (tx: Tx, row: typeof providerIdentities.$inferInsert) =>
  tx
    .insert(providerIdentities)
    .values(row)
    .onConflictDoUpdate({
      target: [providerIdentities.organizationId, providerIdentities.userId],
      set: { subject: row.subject, removedAt: row.removedAt },
    })

export const linkIdentity = (tx: Tx, organizationId: string, userId: string, subject: string) =>
  put(tx, { organizationId, userId, subject, removedAt: null })

/** Who was removed is a member again. */
export const forgetRemoved = (tx: Tx, organizationId: string, userId: string) =>
  tx
    .update(providerIdentities)
    .set({ removedAt: null })
    .where(and(eq(providerIdentities.organizationId, organizationId), eq(providerIdentities.userId, userId)))

/** Whom somebody has removed does not come back by signing in: an invitation brings them back, under any subject. */
export const rememberRemoved = (tx: Tx, organizationId: string, userId: string) =>
  put(tx, { organizationId, userId, subject: null, removedAt: new Date() })
