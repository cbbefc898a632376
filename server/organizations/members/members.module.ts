import { createAccountsRepository } from '../../accounts/accounts.repository.ts'
import type { Providers } from '../../accounts/single-sign-on/single-sign-on.module.ts'
import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { createInvitationsRepository } from '../invitations/invitations.repository.ts'
import { invitationRoutes } from '../invitations/invitations.routes.ts'
import { createInvitations } from '../invitations/invitations.service.ts'
import { createInvitationTokens } from '../invitations/tokens.ts'
import type { Organizations } from '../organizations.service.ts'
import { createMemberNotifications } from './member-notifications.ts'
import { createMembersRepository } from './members.repository.ts'
import { memberRoutes } from './members.routes.ts'
import { createMembers } from './members.service.ts'

/** An organization's members and invitations. */
export const createMembersModule = (
  context: Context,
  { organizations }: { organizations: Organizations },
  { providerSessions, removedPeople }: Providers,
) => {
  const { db, config } = context
  const memberNotifications = createMemberNotifications(context)
  const members = createMembers({
    db,
    members: createMembersRepository(db),
    memberNotifications,
    providerSessions,
    removedPeople,
  })
  const invitations = createInvitations(context, {
    invitations: createInvitationsRepository(db),
    accounts: createAccountsRepository(db),
    memberNotifications,
    removedPeople,
    tokens: createInvitationTokens(config.jwtSecret),
  })
  return {
    members,
    async plugin(app) {
      await app.register(memberRoutes({ members, organizations }))
      await app.register(invitationRoutes(context, invitations, organizations))
    },
    sweep: invitations.sweep,
  } satisfies Module & Record<string, unknown>
}
