import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { serve } from '../kernel/http/serve.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { requireVerified } from './accounts.policy.ts'
import type { ApiKeys } from './api-keys.ts'
import { presentOrganizationApiKey } from './security.presenter.ts'
/** Keys that belong to an organization rather than a person; for its managers. */
export const organizationKeyRoutes =
  ({ db }: Context, apiKeys: ApiKeys): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.apiKeys.ofOrganization, async ({ user, params }) => {
      const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
      return (await apiKeys.ofOrganization(organizationId)).map(presentOrganizationApiKey)
    })

    serve(app, api.apiKeys.createForOrganization, async ({ user, params, body }) => {
      const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
      await requireVerified(db, user.id)
      const { row, secret } = await apiKeys.createForOrganization(organizationId, user.id, body)
      return { ...presentOrganizationApiKey(row), secret }
    })

    serve(app, api.apiKeys.removeOfOrganization, async ({ user, params }) => {
      const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
      await apiKeys.removeFromOrganization(organizationId, params.id)
      return { message: 'The API key was deleted.' }
    })
  }
