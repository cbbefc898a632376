import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { AuditReason } from '../../../src/services/contract/audit.ts'
import type { Context } from '../../context.ts'
import { record } from '../../kernel/audit.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { emailDomains } from '../../kernel/db/schema/index.ts'
import { DAY } from '../../kernel/durations.ts'
import { createResolver } from '../../kernel/fetching/resolver.ts'
import { domainOf } from './claims.ts'
import { endLinksOfDomain } from './identities.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { DomainRow } from './settings.repository.ts'

/** DNS record that proves a domain. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_lectern.${domain}`,
  value: `lectern-verification=${token}`,
})

/** `unknown`: the name servers did not respond. */
type Proof = 'proven' | 'missing' | 'unknown'

/** Responses that mean there is no such record. */
const ABSENT = ['ENOTFOUND', 'ENODATA']

/** Looks the record up in the DNS, at the machine's name servers or the given ones. */
export const createDomainProof = (nameServers: string[]) => {
  const resolver = createResolver(nameServers)
  return async (claimed: { domain: string; token: string }): Promise<Proof> => {
    const { name, value } = recordOf(claimed)
    try {
      const records = await resolver.resolveTxt(name)
      return records.some((parts) => parts.join('').trim() === value) ? 'proven' : 'missing'
    } catch (error) {
      return ABSENT.includes((error as NodeJS.ErrnoException).code ?? '') ? 'missing' : 'unknown'
    }
  }
}
export type DomainProof = ReturnType<typeof createDomainProof>

/** A verification ends after its record has been missing for this long, in ms. */
const LAPSES_AFTER = 7 * DAY

type Parts = Pick<Context, 'db' | 'notifications'> & {
  isProven: DomainProof
  providerSessions: ProviderSessions
}

/** Another organization won the same domain at the same moment. */
export class DomainTaken extends Error {}

export type VerifiedDomains = ReturnType<typeof createVerifiedDomains>

/** Its record was missing for too long, is missing, another organization has the domain, or this one took it. */
type Reason = 'lapsed' | 'missing' | 'taken' | 'taken_over'

/** An organization vouches for a domain's addresses if its proof is the latest and still holds. */
export const createVerifiedDomains = ({ db, notifications, isProven, providerSessions }: Parts) => {
  const verified = (organizationId: string, domain: string) =>
    and(
      eq(emailDomains.organizationId, organizationId),
      eq(emailDomains.domain, domain),
      isNotNull(emailDomains.verifiedAt),
    )

  const tell = async (organizationId: string, domain: string, reason: Reason) =>
    notifications.notify({
      right: 'manage',
      organizationId,
      type: 'email_domain_failure',
      values: { domain, reason },
      link: '/settings/single-sign-on',
    })

  /** The organization no longer vouches for the domain: links of its people, and their sessions, end. */
  const lose = async (tx: Tx, { id, organizationId, domain }: DomainRow, reason: AuditReason) => {
    await tx.update(emailDomains).set({ verifiedAt: null, missingSince: null }).where(eq(emailDomains.id, id))
    await endLinksOfDomain(tx, organizationId, domain)
    await record(tx, organizationId, {
      action: 'single_sign_on.domain_lost',
      target: { id, name: domain },
      details: { reason },
    })
  }
  const lost = async ({ organizationId, domain }: DomainRow, reason: Reason) => {
    await providerSessions.endOfDomain(organizationId, domain)
    await tell(organizationId, domain, reason)
  }

  const lapse = async (row: DomainRow) => {
    const isLost = await db.transaction(async (tx) => {
      // It may have been verified again, or taken, while the DNS was asked.
      const isMissing = and(isNotNull(emailDomains.verifiedAt), isNotNull(emailDomains.missingSince))
      const [current] = await tx
        .select()
        .from(emailDomains)
        .where(and(eq(emailDomains.id, row.id), isMissing))
        .for('update')
      if (current) await lose(tx, current, 'record_missing')
      return current !== undefined
    })
    if (isLost) await lost(row, 'lapsed')
  }

  const look = async (row: DomainRow) => {
    const proof = await isProven(row)
    const missingSince = proof === 'missing' ? (row.missingSince ?? new Date()) : null
    if (proof === 'unknown') return
    if (missingSince && missingSince.getTime() <= Date.now() - LAPSES_AFTER) return lapse(row)
    await db
      .update(emailDomains)
      .set({ missingSince, checkedAt: new Date() })
      .where(eq(emailDomains.id, row.id))
    if (missingSince && !row.missingSince) await tell(row.organizationId, row.domain, 'missing')
  }

  return {
    /** Whether the address is in a domain that the organization has verified. */
    isVouchedFor: async (organizationId: string, email: string, from: Db | Tx = db): Promise<boolean> =>
      (await from.$count(emailDomains, verified(organizationId, domainOf(email)))) > 0,

    /**
     * Checks the DNS before an account is first linked: the domain's previous owner must not sign in as people
     * of the new one.
     */
    async isStillProven(organizationId: string, email: string): Promise<boolean> {
      const [row] = await db
        .select()
        .from(emailDomains)
        .where(verified(organizationId, domainOf(email)))
      return row !== undefined && (await isProven(row)) !== 'missing'
    },

    /**
     * Takes the domain from the organization that verified it before, and notifies it; null if the row is gone.
     * @throws DomainTaken if another organization verifies it at the same moment
     */
    async take(row: DomainRow): Promise<DomainRow | null> {
      const taking = db.transaction(async (tx) => {
        const [former] = await tx
          .select()
          .from(emailDomains)
          .where(
            and(
              eq(emailDomains.domain, row.domain),
              isNotNull(emailDomains.verifiedAt),
              ne(emailDomains.organizationId, row.organizationId),
            ),
          )
          .for('update')
        if (former) await lose(tx, former, 'verified_by_another')
        const [taken] = await tx
          .update(emailDomains)
          .set({
            verifiedAt: sql`coalesce(${emailDomains.verifiedAt}, now())`,
            checkedAt: new Date(),
            missingSince: null,
          })
          .where(and(eq(emailDomains.id, row.id), eq(emailDomains.organizationId, row.organizationId)))
          .returning()
        if (taken)
          await record(tx, row.organizationId, {
            action: 'single_sign_on.domain_verified',
            target: { id: row.id, name: row.domain },
          })
        return { taken: taken ?? null, former }
      })
      const { taken, former } = await taking.catch((error: unknown) => {
        throw violatesUnique(error) ? new DomainTaken() : error
      })
      if (former) {
        await lost(former, 'taken')
        await tell(row.organizationId, row.domain, 'taken_over')
      }
      return taken
    },

    /** Checks the record of every verified domain once a day. */
    async sweep(): Promise<void> {
      const due = await db
        .select()
        .from(emailDomains)
        .where(
          and(isNotNull(emailDomains.verifiedAt), lt(emailDomains.checkedAt, new Date(Date.now() - DAY))),
        )
      for (const row of due) await look(row)
    },
  }
}
