import { randomBytes } from 'node:crypto'
import type { Part } from '../../../src/services/contract/coded-text.ts'
import type { IdentityProviderPatch, SingleSignOn } from '../../../src/services/contract/single-sign-on.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { invalid, notFound, refusal, refusalWith } from '../../kernel/errors.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { say } from '../../kernel/texts/say.ts'
import { ProviderFailure } from './failures.ts'
import type { Provider } from './provider.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import { presentDomain, presentProvider } from './settings.presenter.ts'
import type { DomainRow, SettingsRepository } from './settings.repository.ts'
import type { DomainProof } from './verified-domains.ts'
import { DomainTaken, type VerifiedDomains } from './verified-domains.ts'

const DOMAINS_MAX = 50
const TOKEN_BYTES = 16
const DISCOVERY = /\/?\.well-known\/openid-configuration$/

type Parts = {
  settings: SettingsRepository
  provider: Provider
  providerSessions: ProviderSessions
  isProven: DomainProof
  domains: VerifiedDomains
  seal: Seal
  /** A public address of this server. */
  link: (path: string) => string
  withLock: WithLock
}

export const callbackPath = (organizationId: string) => `/api/v1/login/company/callback/${organizationId}`

const taken = (domain: string) =>
  refusalWith('domain_taken', { fields: { domain: say('domain_verifying') } }, { domain })

/** The issuer in the providers' form; the address of its metadata is accepted too. */
const issuerIn = (text: string) => {
  const issuer = text.replace(DISCOVERY, '')
  if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
    throw invalid({ issuer: say('issuer_not_https') })
  return issuer
}

export type SingleSignOnSettings = ReturnType<typeof createSingleSignOnSettings>

/** An organization's sign-in provider: its settings, the domains it vouches for, and whether it is enforced. */
export const createSingleSignOnSettings = ({
  settings,
  provider,
  providerSessions,
  isProven,
  domains,
  seal,
  link,
  withLock,
}: Parts) => {
  const stored = async (organizationId: string) => {
    const row = await settings.provider(organizationId)
    if (!row) throw refusal('no_provider')
    return row
  }
  const redirectUri = (organizationId: string) => link(callbackPath(organizationId))
  const foundDomain = async (organizationId: string, id: string) => {
    const row = await settings.domain(organizationId, id)
    if (!row) throw notFound('domain')
    return row
  }
  /** Null: no problem. */
  const problemOf = async (organizationId: string): Promise<Part | null> => {
    try {
      await provider.test(await stored(organizationId), redirectUri(organizationId))
      return null
    } catch (error) {
      if (error instanceof ProviderFailure) return error.said
      throw error
    }
  }

  return {
    async read(organizationId: string): Promise<SingleSignOn> {
      const [row, domains] = await Promise.all([
        settings.provider(organizationId),
        settings.domains(organizationId),
      ])
      return {
        provider: row && presentProvider(row),
        domains: domains.map(presentDomain),
        redirect_uri: redirectUri(organizationId),
        backchannel_logout_uri: link(`/api/v1/login/company/logout/${organizationId}`),
      }
    },

    /** @throws Refusal 422 */
    save: (organizationId: string, patch: IdentityProviderPatch): Promise<void> =>
      settings.save(organizationId, (before) => {
        const issuer = issuerIn(patch.issuer ?? before?.issuer ?? '')
        const clientId = patch.client_id ?? before?.clientId
        if (clientId === undefined) throw invalid({ client_id: say('enter_client_id') })
        // A secret is sent only to the issuer that it was entered for, and opens only its client.
        const kept = before?.issuer === issuer && before.clientId === clientId ? before.clientSecret : null
        const clientSecret = patch.client_secret === undefined ? kept : seal.close(patch.client_secret)
        if (clientSecret === null) throw invalid({ client_secret: say('enter_client_secret') })
        return {
          issuer,
          clientId,
          clientSecret,
          defaultRole: patch.default_role ?? before?.defaultRole ?? 'viewer',
          roleClaim: patch.role_claim ?? before?.roleClaim ?? '',
          roleMappings: patch.role_mappings ?? before?.roleMappings ?? [],
        }
      }),

    /** @throws Refusal 404 */
    async remove(organizationId: string): Promise<void> {
      if (!(await settings.remove(organizationId))) throw notFound('provider')
    },

    /** @throws Refusal 409 if nothing is saved */
    test: problemOf,

    /**
     * Enforcing ends the password sessions of people who must now sign in through the provider.
     * @throws Refusal 409 while no one could sign in
     */
    async enforce(organizationId: string, enforced: boolean): Promise<void> {
      await stored(organizationId)
      if (enforced) {
        if (!(await settings.domains(organizationId)).some(({ verifiedAt }) => verifiedAt !== null))
          throw refusal('no_domain')
        const problem = await problemOf(organizationId)
        if (problem !== null) throw refusal('provider_problem', { problem })
      }
      await settings.enforce(organizationId, enforced)
      await providerSessions.endOthers(organizationId)
    },

    /** @throws Refusal 409, 422 */
    async addDomain(organizationId: string, domain: string): Promise<DomainRow> {
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      const row = await withLock(`domains ${organizationId}`, async () => {
        if ((await settings.domains(organizationId)).length >= DOMAINS_MAX)
          throw refusal('too_many_domains', { max: DOMAINS_MAX })
        return settings.addDomain({ organizationId, domain, token })
      })
      if (!row) throw invalid({ domain: say('domain_known') })
      return row
    },

    /**
     * The newest proof wins: an organization that verified the domain earlier loses it.
     * @throws Refusal 404; 409 if the record is missing, or while another organization verifies it
     */
    async verifyDomain(organizationId: string, id: string): Promise<DomainRow> {
      const row = await foundDomain(organizationId, id)
      if ((await isProven(row)) !== 'proven') throw refusal('record_missing', { domain: row.domain })
      const verified = await domains.take(row).catch((error: unknown) => {
        throw error instanceof DomainTaken ? taken(row.domain) : error
      })
      if (!verified) throw notFound('domain')
      await providerSessions.endOthers(organizationId)
      return verified
    },

    /** @throws Refusal 404 */
    async removeDomain(organizationId: string, id: string): Promise<void> {
      const removed = await settings.removeDomain(organizationId, id)
      if (!removed) throw notFound('domain')
      await providerSessions.endOfDomain(organizationId, removed.domain)
    },
  }
}
