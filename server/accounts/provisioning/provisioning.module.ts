import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Provisioning, ProvisioningToken } from '../../../src/services/contract/provisioning.ts'
import type { RoleMapping } from '../../../src/services/contract/single-sign-on.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { createMemberNotifications } from '../../organizations/members/member-notifications.ts'
import { createMembersRepository } from '../../organizations/members/members.repository.ts'
import type { Members } from '../../organizations/members/members.service.ts'
import { mappedRole } from '../single-sign-on/claims.ts'
import type { SharedSingleSignOn } from '../single-sign-on/single-sign-on.module.ts'
import { createGroupRoles, type GroupRoles } from './group-roles.ts'
import { createProvisionedGroups } from './groups.service.ts'
import { createProvisioningRepository, type ProvisioningRepository } from './provisioning.repository.ts'
import type { GroupRow } from './provisioning.types.ts'
import { scimRoutes } from './scim.routes.ts'
import { BASE_PATH } from './scim-schemas.ts'
import { createTokens, type TokenRow, type Tokens } from './tokens.ts'
import { createProvisionedUsers } from './users.service.ts'

const presentToken = (row: TokenRow): ProvisioningToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})

const presentGroupRole = (
  { id, name, members }: GroupRow,
  roleMappings: readonly RoleMapping[],
): Provisioning['groups'][number] => {
  const role = mappedRole(roleMappings, [name])
  return { id, name, members: members.length, role: role === 'none' || role === 'absent' ? null : role }
}

type Parts = { tokens: Tokens; groupRoles: GroupRoles; repository: ProvisioningRepository }

/**
 * Managers of the organization read it, owners change it: the holder of a token decides who is a member, and in
 * which role.
 */
const provisioningRoutes =
  ({ link }: Pick<Context, 'link'>, { tokens, groupRoles, repository }: Parts): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.singleSignOn.provisioning, async ({ params: { organizationId } }) => {
      const [rows, groups, { roleMappings }] = await Promise.all([
        tokens.of(organizationId),
        repository.groups(organizationId),
        groupRoles.settingsOf(organizationId),
      ])
      return {
        base_url: link(BASE_PATH),
        tokens: rows.map(presentToken),
        groups: groups.map((group) => presentGroupRole(group, roleMappings)),
      }
    })

    serve(app, api.singleSignOn.createToken, async ({ params, body }) => {
      const { row, secret } = await tokens.create(params.organizationId, body)
      return { ...presentToken(row), secret }
    })

    serve(app, api.singleSignOn.removeToken, async ({ params }) => {
      await tokens.remove(params.organizationId, params.id)
      return { message: 'The token was deleted.' }
    })
  }

/** An organization's provider manages its members through SCIM. */
export const createProvisioningModule = (
  context: Context,
  { members }: { members: Members },
  { singleSignOn }: { singleSignOn: SharedSingleSignOn },
): Module => {
  const { db } = context
  const tokens = createTokens(db)
  const repository = createProvisioningRepository(db)
  const groupRoles = createGroupRoles({ settings: singleSignOn.settings, repository })
  const memberRows = createMembersRepository(db)
  const users = createProvisionedUsers(context, {
    ...singleSignOn,
    repository,
    members,
    memberRows,
    groupRoles,
  })
  const groups = createProvisionedGroups(context, {
    repository,
    members: memberRows,
    memberNotifications: createMemberNotifications(context),
    providerRoles: singleSignOn.providerRoles,
    providerSessions: singleSignOn.providerSessions,
    groupRoles,
  })
  return {
    async plugin(app) {
      await app.register(provisioningRoutes(context, { tokens, groupRoles, repository }))
      await app.register(scimRoutes(context, { tokens, users, groups }))
    },
  }
}
