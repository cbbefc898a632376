import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  CreatedProvisioningToken,
  NewProvisioningToken,
  Provisioning,
} from '../../src/services/contract/provisioning.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import type { GroupRoles } from './group-roles.ts'
import { presentGroupRole, presentToken } from './provisioning.presenter.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'
import { BASE_PATH } from './scim-schemas.ts'
import type { Tokens } from './tokens.ts'

const OfOrganization = z.object({ organizationId: z.uuid() })
const OfToken = z.object({ organizationId: z.uuid(), id: z.uuid() })

const ALL = '/api/v1/organizations/:organizationId/provisioning'
const TOKENS = '/api/v1/organizations/:organizationId/provisioning-tokens'

type Parts = {
  tokens: Tokens
  groupRoles: Pick<GroupRoles, 'settingsOf'>
  repository: Pick<ProvisioningRepository, 'groups'>
}

/**
 * Read by those who manage the organization, changed by its owners: whoever holds a token decides who is a member,
 * and as what.
 */
export const provisioningRoutes =
  (
    { db, link }: Pick<Context, 'db' | 'link'>,
    { tokens, groupRoles, repository }: Parts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const owned = async (userId: string, organizationId: string) => {
      await memberWho('own', db, userId, organizationId)
      await requireVerified(db, userId)
      return organizationId
    }

    app.get(
      ALL,
      { schema: { params: OfOrganization, response: { 200: Provisioning } } },
      async ({ user, params }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
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
      },
    )

    app.post(
      TOKENS,
      {
        config: { answersSecret: true },
        schema: {
          params: OfOrganization,
          body: NewProvisioningToken,
          response: { 201: CreatedProvisioningToken },
        },
      },
      async ({ user, params, body }, reply) => {
        const organizationId = await owned(user.id, params.organizationId)
        const { row, secret } = await tokens.create(organizationId, body)
        return reply.code(201).send({ ...presentToken(row), secret })
      },
    )

    app.delete(
      `${TOKENS}/:id`,
      { schema: { params: OfToken, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await tokens.revoke(await owned(user.id, params.organizationId), params.id)
        return { message: 'The token was revoked.' }
      },
    )
  }
