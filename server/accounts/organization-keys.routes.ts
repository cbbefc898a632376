import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  CreatedOrganizationApiKey,
  NewApiKey,
  OrganizationApiKeyList,
} from '../../src/services/contract/security.ts'
import type { Context } from '../context.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { requireVerified } from './accounts.policy.ts'
import type { ApiKeys } from './api-keys.ts'
import { presentOrganizationApiKey } from './security.presenter.ts'

const Params = z.object({ organizationId: z.uuid() })
const KeyParams = z.object({ organizationId: z.uuid(), id: z.uuid() })

/** Keys that belong to an organization and not to a person; for those who look after it. */
export const organizationKeyRoutes =
  ({ db }: Context, apiKeys: ApiKeys): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/organizations/:organizationId/api-keys',
      { schema: { params: Params, response: { 200: OrganizationApiKeyList } } },
      async ({ user, params }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        return (await apiKeys.ofOrganization(organizationId)).map(presentOrganizationApiKey)
      },
    )

    app.post(
      '/api/v1/organizations/:organizationId/api-keys',
      {
        config: { answersSecret: true },
        schema: { params: Params, body: NewApiKey, response: { 201: CreatedOrganizationApiKey } },
      },
      async ({ user, params, body }, reply) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        await requireVerified(db, user.id)
        const { row, secret } = await apiKeys.createForOrganization(organizationId, user.id, body)
        return reply.code(201).send({ ...presentOrganizationApiKey(row), secret })
      },
    )

    app.delete(
      '/api/v1/organizations/:organizationId/api-keys/:id',
      { schema: { params: KeyParams, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        await apiKeys.removeFromOrganization(organizationId, params.id)
        return { message: 'The API key was deleted.' }
      },
    )
  }
