import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { createMemberNotifications } from '../../organizations/members/member-notifications.ts'
import { createMembersRepository } from '../../organizations/members/members.repository.ts'
import type { Members } from '../../organizations/members/members.service.ts'
import type { SharedSingleSignOn } from '../single-sign-on/single-sign-on.module.ts'
import { createGroupRoles } from './group-roles.ts'
import { createProvisionedGroups } from './groups.service.ts'
import { createProvisioningRepository } from './provisioning.repository.ts'
import { provisioningRoutes } from './provisioning.routes.ts'
import { createProvisioning } from './provisioning.service.ts'
import { scimRoutes } from './scim.routes.ts'
import { createTokens } from './tokens.ts'
import { createProvisionedUsers } from './users.service.ts'

/** An organization's provider manages its members through SCIM. */
export const createProvisioningModule = (
  context: Context,
  { members }: { members: Members },
  { singleSignOn }: { singleSignOn: SharedSingleSignOn },
): Module => {
  const { db } = context
  const tokens = createTokens(db)
  const repository = createProvisioningRepository(db)
  const groupRoles = createGroupRoles(db, { settings: singleSignOn.settings, repository })
  const users = createProvisionedUsers(context, { ...singleSignOn, repository, members, groupRoles })
  const groups = createProvisionedGroups(context, {
    repository,
    members: createMembersRepository(db),
    memberNotifications: createMemberNotifications(context),
    providerRoles: singleSignOn.providerRoles,
    groupRoles,
  })
  return {
    async plugin(app) {
      await app.register(provisioningRoutes(context, createProvisioning({ tokens, groupRoles, repository })))
      await app.register(scimRoutes(context, { tokens, users, groups }))
    },
  }
}
