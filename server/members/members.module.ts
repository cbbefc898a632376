import type { FastifyInstance } from 'fastify'
import type { AccountsRepository } from '../accounts/accounts.repository.ts'
import type { BillingRepository } from '../billing/billing.repository.ts'
import type { Context } from '../context.ts'
import { createInvitationsRepository } from '../invitations/invitations.repository.ts'
import { invitationRoutes } from '../invitations/invitations.routes.ts'
import { createInvitations } from '../invitations/invitations.service.ts'
import { createInvitationTokens } from '../invitations/tokens.ts'
import { createOrganizationsRepository } from '../organizations/organizations.repository.ts'
import { createOrganizations } from '../organizations/organizations.service.ts'
import { createMembersRepository } from './members.repository.ts'
import { memberRoutes } from './members.routes.ts'
import { createMembers } from './members.service.ts'
import { createMembersNews } from './news.ts'

type Parts = { accounts: AccountsRepository; billing: BillingRepository }

/** Who belongs to an organization, and who is asked to. Gives back what forgets old invitations. */
export async function registerMembers(app: FastifyInstance, context: Context, { accounts, billing }: Parts) {
  const { db, config } = context
  const organizations = createOrganizationsRepository(db)
  const news = createMembersNews(context)
  const members = createMembers({ db, members: createMembersRepository(db), news })
  const invitations = createInvitations(context, {
    invitations: createInvitationsRepository(db),
    accounts,
    managersOf: billing.managersOf,
    news,
    tokens: createInvitationTokens(config.jwtSecret),
  })
  await app.register(memberRoutes(context, members, organizations))
  await app.register(invitationRoutes(context, invitations, createOrganizations(organizations)))
  return { sweep: invitations.sweep }
}
