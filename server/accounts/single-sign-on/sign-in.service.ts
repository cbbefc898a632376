import { eq } from 'drizzle-orm'
import { Email } from '../../../src/services/contract/accounts.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { SignInOffer, SignInProblem } from '../../../src/services/contract/single-sign-on.ts'
import type { Context } from '../../context.ts'
import { recordAlone } from '../../kernel/audit.ts'
import { organizations } from '../../kernel/db/schema/index.ts'
import { Refusal, refusal } from '../../kernel/errors.ts'
import type { GroupsRepository } from '../../organizations/groups/groups.repository.ts'
import type { Admission } from './admission.ts'
import type { Attempts, SignedIn } from './attempts.ts'
import { type Claims, emailIn, isElsewhere, isEmailRefused, nameIn, roleIn, valuesIn } from './claims.ts'
import { ProviderFailure, refuse, SignInRefusal } from './failures.ts'
import { linkIdentity } from './identities.ts'
import type { People } from './people.ts'
import type { Provider } from './provider.ts'
import type { ProviderRow, SettingsRepository } from './settings.repository.ts'
import { callbackPath } from './settings.service.ts'
import type { VerifiedDomains } from './verified-domains.ts'

const [, START_PATH = ''] = api.singleSignOn.start.address.split(' ')

type Parts = {
  settings: SettingsRepository
  domains: VerifiedDomains
  provider: Provider
  attempts: Attempts
  people: People
  admission: Admission
  groups: Pick<GroupsRepository, 'followClaim'>
}
type Exchanged = Awaited<ReturnType<Provider['exchange']>>

const PROBLEMS: Readonly<Record<ProviderFailure['kind'], SignInProblem>> = {
  unreachable: 'provider_unreachable',
  refused: 'provider_refused',
  invalid: 'provider_invalid',
}

/** Public description of an error; other errors are faults of this server. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInRefusal) return error.problem
  if (error instanceof ProviderFailure) return PROBLEMS[error.kind]
  throw error
}

const asSignInRefusal = (error: unknown): never => {
  if (error instanceof Refusal && error.status === 402) return refuse('organization_full')
  throw error
}

export type CompanySignIn = ReturnType<typeof createCompanySignIn>

/** Sign-in through an organization's provider: to the provider, back, and into the app. */
export const createCompanySignIn = (
  { db, link, log }: Pick<Context, 'db' | 'link' | 'log'>,
  { settings, domains, provider, attempts, people, admission, groups }: Parts,
) => {
  /** The ID token's claims if sufficient, else the provider is asked for more. */
  const claimsOf = async ({ claims, userInfo }: Exchanged, row: ProviderRow): Promise<Claims> => {
    const isEnough = emailIn(claims) !== '' && (row.roleClaim === '' || roleIn(claims, row) !== 'absent')
    return isEnough ? claims : userInfo()
  }

  const emailOf = async (organizationId: string, claims: Claims): Promise<string> => {
    const { data: email } = Email.safeParse(emailIn(claims))
    if (!email) return refuse('email_missing')
    if (isEmailRefused(claims)) refuse('email_unverified')
    if (!(await domains.isVouchedFor(organizationId, email))) refuse('email_other_domain')
    return email
  }

  /** Records in the audit log, and the server's log, why a sign-in failed. */
  const remember = async (organizationId: string, error: unknown, claims: Claims | null) => {
    const problem = problemOf(error)
    log.info(
      { event: 'company_sign_in_refused', organizationId, problem, err: error },
      'a sign-in was refused',
    )
    await recordAlone(db, organizationId, {
      action: 'single_sign_on.refused',
      target: { name: claims ? emailIn(claims) : '' },
      details: { reason: problem },
    })
  }

  return {
    /** Sign-in options for a domain; the same for all its addresses. */
    async offer(domain: string): Promise<SignInOffer> {
      const found = await settings.byDomain(domain)
      return {
        organization: found?.organization.name ?? null,
        url: found && link(`${START_PATH}?${new URLSearchParams({ domain })}`),
      }
    },

    /** @throws SignInRefusal, ProviderFailure */
    async start(domain: string, returnTo: string) {
      const found = await settings.byDomain(domain)
      if (!found) return refuse('expired')
      const { id } = found.organization
      const { checks, browser } = await attempts.begin(id, returnTo)
      return { browser, url: await provider.authorizationUrl(found.provider, link(callbackPath(id)), checks) }
    },

    /**
     * The browser has returned from the provider, with `query`. Returns where in the app it continues.
     * @throws SignInRefusal, ProviderFailure
     */
    async comeBack(organizationId: string, browser: string, query: URLSearchParams): Promise<string> {
      const attempt = await attempts.take(organizationId, query.get('state') ?? '', browser)
      const row = attempt && (await settings.provider(organizationId))
      if (!attempt || !row) return refuse('expired')
      let claims: Claims | null = null
      try {
        const exchanged = await provider.exchange(
          row,
          new URL(`${link(callbackPath(organizationId))}?${query}`),
          { state: query.get('state') ?? '', nonce: attempt.nonce, codeVerifier: attempt.codeVerifier },
        )
        claims = exchanged.claims
        claims = await claimsOf(exchanged, row)
        const email = await emailOf(organizationId, claims)
        const verified = claims
        const known = await people.find(organizationId, email, verified)
        const [organization] = await db
          .select({ id: organizations.id, name: organizations.name })
          .from(organizations)
          .where(eq(organizations.id, organizationId))
        const user = await admission
          .admit(organization!, {
            known,
            email,
            create: () => people.create(organizationId, email, nameIn(verified), 'single_sign_on'),
            reportedRole: async () => ({ claimed: roleIn(verified, row), settings: row }),
            by: 'single_sign_on',
            link: async (tx, userId) => {
              await linkIdentity(tx, organizationId, userId, verified.sub)
              const values = valuesIn(verified, row.roleClaim)
              if (values === null && isElsewhere(verified, row.roleClaim))
                log.warn(
                  { organizationId, claim: row.roleClaim },
                  'someone keeps role and groups: the provider does not send the claim, but says where it is',
                )
              // Providers omit empty claims: people who left all groups lose access through them.
              else await groups.followClaim(tx, organizationId, userId, values ?? [])
            },
          })
          .catch(asSignInRefusal)
        await attempts.finish(attempt.stateHash, {
          userId: user.id,
          organizationId,
          subject: claims.sub,
          sid: typeof claims.sid === 'string' ? claims.sid : null,
          refreshToken: exchanged.refreshToken,
        })
        return attempt.returnTo
      } catch (error) {
        await remember(organizationId, error, claims)
        throw error
      }
    },

    /** The signed-in person, for the page that the browser was sent to. @throws Refusal 401 */
    async collect(browser: string): Promise<SignedIn> {
      const signedIn = await attempts.collect(browser)
      if (!signedIn) throw refusal('sign_in_expired')
      return signedIn
    },
  }
}
