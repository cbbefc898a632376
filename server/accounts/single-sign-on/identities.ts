import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { emailDomains, providerIdentities, users } from '../../kernel/db/schema/index.ts'
import { refuse } from './failures.ts'

/** Domain of a `users` row's address. */
export const addressDomain = sql`split_part(lower(${users.email}), '@', 2)`

/** Whether an organization has verified the domain of a `users` row's address. */
export const isVouchedFor = (organizationId: string) => sql`exists (select 1 from ${emailDomains}
  where ${emailDomains.organizationId} = ${organizationId} and ${emailDomains.verifiedAt} is not null
    and ${emailDomains.domain} = ${addressDomain})`

/** Looks up a person by the provider's subject or by account. */
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

const account = [providerIdentities.organizationId, providerIdentities.userId]

/** Links the provider's subject. @throws SignInRefusal if another one was linked at this very moment */
export async function linkIdentity(tx: Tx, organizationId: string, userId: string, subject: string) {
  const linked = await tx
    .insert(providerIdentities)
    .values({ organizationId, userId, subject })
    .onConflictDoUpdate({
      target: account,
      set: { subject, removedAt: null },
      setWhere: sql`coalesce(${providerIdentities.subject}, ${subject}) = ${subject}`,
    })
    .returning()
  if (linked.length === 0) refuse('other_person')
}

/** Unlinks the subject of someone who is removed. */
export async function noteRemoved(tx: Tx, organizationId: string, userId: string) {
  const removed = { subject: null, removedAt: new Date() }
  await tx
    .insert(providerIdentities)
    .values({ organizationId, userId, ...removed })
    .onConflictDoUpdate({ target: account, set: removed })
}

/** Unlinks the provider's subject. */
export const endLink = (tx: Db | Tx, organizationId: string, userId: string) =>
  tx
    .update(providerIdentities)
    .set({ subject: null })
    .where(and(eq(providerIdentities.organizationId, organizationId), eq(providerIdentities.userId, userId)))

/** The same for all addresses of the domain. */
export const endLinksOfDomain = (tx: Tx, organizationId: string, domain: string) =>
  tx
    .update(providerIdentities)
    .set({ subject: null })
    .where(
      and(
        eq(providerIdentities.organizationId, organizationId),
        sql`exists (select 1 from ${users} where ${users.id} = ${providerIdentities.userId}
          and ${addressDomain} = ${domain})`,
      ),
    )

/** Ends an account's links to organizations that do not vouch for its address; returns those organizations. */
export async function endStrangeLinks(tx: Tx, userId: string): Promise<string[]> {
  const ended = await tx
    .update(providerIdentities)
    .set({ subject: null })
    .where(
      and(
        eq(providerIdentities.userId, userId),
        sql`not exists (select 1 from ${emailDomains} join ${users} on ${users.id} = ${userId}
          where ${emailDomains.organizationId} = ${providerIdentities.organizationId}
            and ${emailDomains.verifiedAt} is not null
            and ${emailDomains.domain} = ${addressDomain})`,
      ),
    )
    .returning({ id: providerIdentities.organizationId })
  return ended.map(({ id }) => id)
}
