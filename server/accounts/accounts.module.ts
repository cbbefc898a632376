import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { pictureRoutes } from '../pictures/pictures.routes.ts'
import { createPictures } from '../pictures/pictures.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createAccounts } from './accounts.service.ts'
import type { ApiKeys } from './api-keys.ts'
import { createMailedLinks } from './mailed-links.ts'
import { passwordRoutes } from './password-resets.routes.ts'
import { createPasswordResets } from './password-resets.ts'
import { createPasswords } from './passwords.ts'
import { profileRoutes } from './profile.routes.ts'
import { createProfile } from './profile.ts'
import { securityRoutes } from './security.routes.ts'
import { createSignIns } from './sign-ins.ts'
import type { Tokens } from './tokens.ts'
import { createTwoFactors } from './two-factor.ts'

type Parts = { repository: AccountsRepository; tokens: Tokens; apiKeys: ApiKeys }

/** Everything about accounts: log-in, passwords, profile, security. Gives back what forgets old rows. */
export async function registerAccounts(app: FastifyInstance, context: Context, parts: Parts) {
  const { db, config, sessions, background, notifications, log } = context
  const { repository, tokens, apiKeys } = parts
  const passwords = createPasswords(repository)
  const links = createMailedLinks(db)
  const signIns = createSignIns(db, background)
  const twoFactor = createTwoFactors(db, config, signIns)
  const pictures = createPictures(db)
  const accounts = createAccounts({
    accounts: repository,
    tokens,
    sessions,
    passwords,
    twoFactor,
    signIns,
    notifications,
    log,
  })
  const profile = createProfile(context, repository, passwords, links)

  await app.register(accountRoutes(context, accounts))
  await app.register(passwordRoutes(context, createPasswordResets(context, repository, passwords, links)))
  await app.register(profileRoutes(context, { accounts, profile, pictures }))
  await app.register(securityRoutes(context, { repository, passwords, apiKeys, signIns, twoFactor }))
  await app.register(pictureRoutes(pictures))

  return {
    pictures,
    async sweep() {
      await repository.deleteDeadSessions()
      await links.sweep()
      await signIns.sweep()
    },
  }
}
