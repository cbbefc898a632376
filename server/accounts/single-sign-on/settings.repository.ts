import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { AuditAction } from '../../../src/services/contract/audit.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  emailDomains,
  identityProviders,
  organizations,
  providerIdentities,
} from '../../kernel/db/schema/index.ts'
import { endLinksOfDomain } from './identities.ts'

export type ProviderRow = typeof identityProviders.$inferSelect
export type DomainRow = typeof emailDomains.$inferSelect
type ProviderChange = Omit<typeof identityProviders.$inferInsert, 'organizationId' | 'enforced'>

/** Name in the contract. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export type SettingsRepository = ReturnType<typeof createSettingsRepository>

export const createSettingsRepository = (db: Db) => {
  const ofOrganization = (organizationId: string) => eq(identityProviders.organizationId, organizationId)
  const oneDomain = (organizationId: string, id: string) =>
    and(eq(emailDomains.id, id), eq(emailDomains.organizationId, organizationId))
  const locked = async (tx: Tx, organizationId: string) => {
    const [row] = await tx
      .select()
      .from(identityProviders)
      .where(ofOrganization(organizationId))
      .for('update')
    return row ?? null
  }
  const endLinks = (tx: Tx, organizationId: string) =>
    tx
      .update(providerIdentities)
      .set({ subject: null })
      .where(eq(providerIdentities.organizationId, organizationId))
  const recordDomain = (tx: Tx, action: AuditAction, { id, organizationId, domain }: DomainRow) =>
    record(tx, organizationId, { action, target: { id, name: domain } })

  return {
    async provider(organizationId: string, from: Db | Tx = db): Promise<ProviderRow | null> {
      const [row] = await from.select().from(identityProviders).where(ofOrganization(organizationId))
      return row ?? null
    },

    /** Subjects belong to one client at one issuer: if either changes, they are unlinked. */
    save: (organizationId: string, changed: (before: ProviderRow | null) => ProviderChange): Promise<void> =>
      db.transaction(async (tx) => {
        const before = await locked(tx, organizationId)
        const change = changed(before)
        const set = { ...change, updatedAt: new Date() }
        await tx
          .insert(identityProviders)
          .values({ organizationId, ...set })
          .onConflictDoUpdate({ target: identityProviders.organizationId, set })
        if (before && (before.issuer !== change.issuer || before.clientId !== change.clientId))
          await endLinks(tx, organizationId)
        const fields = Object.entries(change).filter(
          ([name, value]) => JSON.stringify(before?.[name as keyof ProviderRow]) !== JSON.stringify(value),
        )
        await record(tx, organizationId, {
          action: 'single_sign_on.changed',
          target: { name: change.issuer },
          details: {
            fields: fields
              .map(([name]) => snakeCase(name))
              .sort()
              .join(', '),
          },
        })
      }),

    /** Whether there was one. */
    remove: (organizationId: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [row] = await tx.delete(identityProviders).where(ofOrganization(organizationId)).returning()
        if (!row) return false
        await endLinks(tx, organizationId)
        await record(tx, organizationId, { action: 'single_sign_on.removed', target: { name: row.issuer } })
        return true
      }),

    enforce: (organizationId: string, enforced: boolean): Promise<void> =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(identityProviders)
          .set({ enforced })
          .where(and(ofOrganization(organizationId), eq(identityProviders.enforced, !enforced)))
          .returning()
        if (row)
          await record(tx, organizationId, {
            action: enforced ? 'single_sign_on.enforced' : 'single_sign_on.not_enforced',
            target: { name: row.issuer },
          })
      }),

    domains: (organizationId: string): Promise<DomainRow[]> =>
      db
        .select()
        .from(emailDomains)
        .where(eq(emailDomains.organizationId, organizationId))
        .orderBy(asc(emailDomains.domain)),

    async domain(organizationId: string, id: string): Promise<DomainRow | null> {
      const [row] = await db.select().from(emailDomains).where(oneDomain(organizationId, id))
      return row ?? null
    },

    /** Null if the organization already has it. */
    addDomain: (row: typeof emailDomains.$inferInsert): Promise<DomainRow | null> =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(emailDomains).values(row).onConflictDoNothing().returning()
        if (inserted) await recordDomain(tx, 'single_sign_on.domain_added', inserted)
        return inserted ?? null
      }),

    removeDomain: (organizationId: string, id: string): Promise<DomainRow | null> =>
      db.transaction(async (tx) => {
        const [row] = await tx.delete(emailDomains).where(oneDomain(organizationId, id)).returning()
        if (!row) return null
        await endLinksOfDomain(tx, organizationId, row.domain)
        await recordDomain(tx, 'single_sign_on.domain_removed', row)
        return row
      }),

    /** The organization that verified a domain, with its provider. */
    async byDomain(domain: string) {
      const [row] = await db
        .select({
          provider: identityProviders,
          organization: { id: organizations.id, name: organizations.name },
        })
        .from(emailDomains)
        .innerJoin(identityProviders, eq(identityProviders.organizationId, emailDomains.organizationId))
        .innerJoin(organizations, eq(organizations.id, emailDomains.organizationId))
        .where(and(eq(emailDomains.domain, domain), isNotNull(emailDomains.verifiedAt)))
      return row ?? null
    },
  }
}
