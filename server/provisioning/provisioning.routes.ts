import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  CreatedProvisioningToken,
  NewProvisioningToken,
  Provisioning,
} from '../../src/services/contract/provisioning.ts'
import type { Context } from '../context.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { verifiedOwner } from '../single-sign-on/single-sign-on.policy.ts'
import { presentGroupRole, presentToken } from './provisioning.presenter.ts'
import type { Provisioning as Provisioned } from './provisioning.service.ts'
import { BASE_PATH } from './scim-schemas.ts'

const OfOrganization = z.object({ organizationId: z.uuid() })
const OfToken = z.object({ organizationId: z.uuid(), id: z.uuid() })

const ALL = '/api/v1/organizations/:organizationId/provisioning'
const TOKENS = '/api/v1/organizations/:organizationId/provisioning-tokens'

/**
 * Read by those who manage the organization, changed by its owners: whoever holds a token decides who is a member,
 * and as what.
 */
export const provisioningRoutes =
  ({ db, link }: Pick<Context, 'db' | 'link'>, provisioning: Provisioned): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      ALL,
      { schema: { params: OfOrganization, response: { 200: Provisioning } } },
      async ({ user, params }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        const { tokens, groups, roleMappings } = await provisioning.read(organizationId)
        return {
          base_url: link(BASE_PATH),
          tokens: tokens.map(presentToken),
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
        const organizationId = await verifiedOwner(db, user.id, params.organizationId)
        const { row, secret } = await provisioning.createToken(organizationId, body)
        return reply.code(201).send({ ...presentToken(row), secret })
      },
    )

    app.delete(
      `${TOKENS}/:id`,
      { schema: { params: OfToken, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await provisioning.removeToken(await verifiedOwner(db, user.id, params.organizationId), params.id)
        return { message: 'The token was deleted.' }
      },
    )
  }
