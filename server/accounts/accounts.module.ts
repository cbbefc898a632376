import type { Payments } from '../billing/billing.module.ts'
import type { Context } from '../context.ts'
import { pictureRoutes } from '../kernel/pictures/pictures.routes.ts'
import { createPictures } from '../kernel/pictures/pictures.ts'
import type { Module } from '../module.ts'
import { createAccountsRepository } from './accounts.repository.ts'
import { accountRoutes, profileRoutes } from './accounts.routes.ts'
import { createAccounts } from './accounts.service.ts'
import { createAddresses } from './addresses.ts'
import { createApiKeys } from './api-keys.ts'
import { createMailedLinks } from './mailed-links.ts'
import { createPasswordResets } from './password-resets.ts'
import { createPasswords } from './passwords.ts'
import { createProfile } from './profile.ts'
import { organizationKeyRoutes, securityRoutes } from './security.routes.ts'
import { createSignIns } from './sign-ins.ts'
import type { Providers } from './single-sign-on/single-sign-on.module.ts'
import { createTokens } from './tokens.ts'
import { createTwoFactors } from './two-factor.ts'

/** Accounts: log-in, addresses, passwords, profile, security, and pictures of people and organizations. */
export const createAccountsModule = (context: Context, providers: Providers, { paymentEnds }: Payments) => {
  const { db, config, hub, log, sessions, background, notifications } = context
  const { providerSessions } = providers
  const repository = createAccountsRepository(db)
  const passwords = createPasswords(repository)
  const links = createMailedLinks(db)
  const signIns = createSignIns(db, background)
  const twoFactor = createTwoFactors(db, config, signIns)
  const pictures = createPictures(db)
  const addresses = createAddresses(context, repository, passwords, links, providers)
  const accounts = createAccounts({
    db,
    hub,
    accounts: repository,
    tokens: createTokens(config.jwtSecret),
    sessions,
    passwords,
    twoFactor,
    signIns,
    notifications,
    addresses,
    providerSessions,
    log,
  })
  const profile = createProfile(context, { accounts: repository, passwords, providerSessions, paymentEnds })
  const resets = createPasswordResets(context, { accounts: repository, passwords, links, twoFactor })
  const apiKeys = createApiKeys(context.database)

  return {
    accounts,
    twoFactor,
    pictures,
    async plugin(app) {
      await app.register(accountRoutes(context, { accounts, resets, addresses }))
      await app.register(profileRoutes(context, { accounts, profile, pictures }))
      await app.register(securityRoutes(context, { passwords, apiKeys, signIns, twoFactor }))
      await app.register(organizationKeyRoutes(context, apiKeys))
      await app.register(pictureRoutes(pictures))
    },
    async sweep() {
      await repository.deleteDeadSessions()
      await links.sweep()
      await signIns.sweep()
      await apiKeys.sweep()
    },
  } satisfies Module & Record<string, unknown>
}
