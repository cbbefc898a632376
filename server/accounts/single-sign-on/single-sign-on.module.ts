import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { createGuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { createSeal } from '../../kernel/secrets.ts'
import type { Module } from '../../module.ts'
import { createGroupsRepository } from '../../organizations/groups/groups.repository.ts'
import { createInvitationsRepository } from '../../organizations/invitations/invitations.repository.ts'
import { createMemberNotifications } from '../../organizations/members/member-notifications.ts'
import { createMembersRepository } from '../../organizations/members/members.repository.ts'
import { createAccountsRepository } from '../accounts.repository.ts'
import type { Accounts } from '../accounts.service.ts'
import type { TwoFactors } from '../two-factor.ts'
import { createAdmission } from './admission.ts'
import { createAttempts } from './attempts.ts'
import { ProviderFailure } from './failures.ts'
import { createPeople } from './people.ts'
import type { Provider } from './provider.ts'
import { createProvider } from './provider.ts'
import { createProviderRoles } from './provider-roles.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import { createProviderSessions } from './provider-sessions.ts'
import { createRemovedPeople } from './removed-people.ts'
import type { SettingsRepository } from './settings.repository.ts'
import { createSettingsRepository } from './settings.repository.ts'
import { singleSignOnRoutes } from './settings.routes.ts'
import { createSingleSignOnSettings } from './settings.service.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { createCompanySignIn } from './sign-in.service.ts'
import { createDomainProof, createVerifiedDomains } from './verified-domains.ts'

/** Metadata, keys, or tokens from a provider. */
const ANSWER_BYTES_MAX = 512 * 1024

/** The part that accounts and members need: created before them. */
export const createProviders = ({ config, db, sessions }: Context) => {
  const seal = createSeal(config.jwtSecret, 'single-sign-on')
  const guarded = createGuardedHttp({ ...config.web, bytesMax: ANSWER_BYTES_MAX })
  const provider = createProvider({ guarded, seal })
  return {
    seal,
    provider,
    providerSessions: createProviderSessions({ db, sessions, provider, seal }),
    removedPeople: createRemovedPeople(config.jwtSecret),
    close: guarded.close,
  }
}
export type Providers = ReturnType<typeof createProviders>

/** Members of an organization sign in through its OpenID provider. */
export const createSingleSignOnModule = (
  context: Context,
  { seal, provider, providerSessions, removedPeople, close }: Providers,
  { accounts, twoFactor }: { accounts: Accounts; twoFactor: TwoFactors },
) => {
  const { config, db, sessions, link } = context
  const settings = createSettingsRepository(db)
  const attempts = createAttempts(db, seal)
  const isProven = createDomainProof(config.web.nameServers)
  const domains = createVerifiedDomains({
    db,
    notifications: context.notifications,
    isProven,
    providerSessions,
  })
  const people = createPeople({
    db,
    accounts: createAccountsRepository(db),
    sessions,
    twoFactor,
    domains,
    providerSessions,
  })
  const members = createMembersRepository(db)
  const providerRoles = createProviderRoles(members)
  const admission = createAdmission(context, {
    members,
    invitations: createInvitationsRepository(db),
    memberNotifications: createMemberNotifications(context),
    providerRoles,
    providerSessions,
    removedPeople,
  })
  const companySignIn = createCompanySignIn(context, {
    settings,
    domains,
    provider,
    attempts,
    people,
    admission,
    groups: createGroupsRepository(db),
  })
  const service = createSingleSignOnSettings({
    settings,
    provider,
    providerSessions,
    isProven,
    domains,
    seal,
    link,
    withLock: context.database.withLock,
  })
  return {
    /** Shared with provisioning. */
    singleSignOn: { settings, domains, people, admission, providerRoles, providerSessions, removedPeople },
    async plugin(app) {
      await app.register(singleSignOnRoutes(context, service))
      await app.register(signInRoutes(context, { companySignIn, providerSessions, accounts }))
      await app.register(logoutRoutes(context, { settings, provider, providerSessions }))
    },
    sweep: async () => {
      await attempts.sweep()
      await domains.sweep()
    },
    close,
  } satisfies Module & Record<string, unknown>
}

export type SharedSingleSignOn = ReturnType<typeof createSingleSignOnModule>['singleSignOn']

const invalidRequest = (detail: string) => new Refusal(400, { detail, code: 'invalid_request' })

type LogoutParts = { settings: SettingsRepository; provider: Provider; providerSessions: ProviderSessions }

/** OpenID Connect Back-Channel Logout 1.0: ends the sessions that a provider's logout token names. */
const logoutRoutes =
  (
    { config }: Pick<Context, 'config'>,
    { settings, provider, providerSessions }: LogoutParts,
  ): FastifyPluginAsync =>
  async (app) =>
    serve(
      app,
      api.singleSignOn.endByProvider,
      { preHandler: limited(app, config, networkOf)(300, 1) },
      async ({ params: { organizationId }, body }, reply) => {
        const row = await settings.provider(organizationId)
        if (!row) throw invalidRequest('No provider yet.')
        try {
          const { iat, ...ended } = await provider.readLogout(row, body.logout_token)
          await providerSessions.endLoggedOut(organizationId, ended, new Date(iat * 1000))
        } catch (error) {
          throw error instanceof ProviderFailure ? invalidRequest(error.message) : error
        }
        return reply.send()
      },
    )
