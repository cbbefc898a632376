import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Provisioning, ProvisioningToken } from '../../../src/services/contract/provisioning.ts'
import type { RoleMapping } from '../../../src/services/contract/single-sign-on.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { mappedRole } from '../single-sign-on/claims.ts'
import { verifiedOwner } from '../single-sign-on/single-sign-on.policy.ts'
import type { Provisioning as Provisioned } from './provisioning.service.ts'
import type { GroupRow } from './provisioning.types.ts'
import { BASE_PATH } from './scim-schemas.ts'
import type { TokenRow } from './tokens.ts'

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

/**
 * Managers of the organization read it, owners change it: the holder of a token decides who is a member, and in
 * which role.
 */
export const provisioningRoutes =
  ({ db, link }: Pick<Context, 'db' | 'link'>, provisioning: Provisioned): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.singleSignOn.provisioning, async ({ user, params }) => {
      const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
      const { tokens, groups, roleMappings } = await provisioning.read(organizationId)
      return {
        base_url: link(BASE_PATH),
        tokens: tokens.map(presentToken),
        groups: groups.map((group) => presentGroupRole(group, roleMappings)),
      }
    })

    serve(app, api.singleSignOn.createToken, async ({ user, params, body }) => {
      const organizationId = await verifiedOwner(db, user.id, params.organizationId)
      const { row, secret } = await provisioning.createToken(organizationId, body)
      return { ...presentToken(row), secret }
    })

    serve(app, api.singleSignOn.removeToken, async ({ user, params }) => {
      await provisioning.removeToken(await verifiedOwner(db, user.id, params.organizationId), params.id)
      return { message: 'The token was deleted.' }
    })
  }
