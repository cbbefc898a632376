import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  AvailableModels,
  ModelListRequest,
  ModelProvider,
  ModelProviderList,
  ModelProviderPatch,
  NewModelProvider,
  OfferedModels,
} from '../../src/services/contract/models.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { memberOf, memberWho } from '../organizations/organizations.policy.ts'
import type { ModelDirectory } from './model-directory.ts'
import { presentProvider } from './models.presenter.ts'
import type { Models } from './models.service.ts'

const TRIED_PER_MINUTE = 20
const OfOrganization = z.object({ organizationId: z.uuid() })
const OfProvider = z.object({ organizationId: z.uuid(), id: z.uuid() })

const LIST = '/api/v1/organizations/:organizationId/model-providers'
const ONE = '/api/v1/organizations/:organizationId/model-providers/:id'

type Parts = { models: Models; directory: Pick<ModelDirectory, 'offered'> }

/** Providers of an organization, for those who look after it, and what assistants may name, for every member. */
export const modelRoutes =
  ({ db, config }: Context, { models, directory }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId
    const present = async (row: Awaited<ReturnType<Models['create']>>) =>
      presentProvider(row, await models.named(row.organizationId))

    app.get(
      '/api/v1/organizations/:organizationId/models',
      { schema: { params: OfOrganization, response: { 200: OfferedModels } } },
      async ({ user, params }) =>
        directory.offered((await memberOf(db, user.id, params.organizationId)).organizationId),
    )

    app.get(
      LIST,
      { schema: { params: OfOrganization, response: { 200: ModelProviderList } } },
      async ({ user, params }) => {
        const organizationId = await managed(user.id, params.organizationId)
        const named = await models.named(organizationId)
        return (await models.of(organizationId)).map((row) => presentProvider(row, named))
      },
    )

    app.post(
      LIST,
      {
        schema: { params: OfOrganization, body: NewModelProvider, response: { 201: ModelProvider } },
        preHandler: perUser(TRIED_PER_MINUTE, 1),
      },
      async ({ user, params, body }, reply) => {
        const organizationId = await managed(user.id, params.organizationId)
        await requireVerified(db, user.id)
        return reply.code(201).send(await present(await models.create(organizationId, body)))
      },
    )

    app.post(
      `${LIST}/available`,
      {
        schema: { params: OfOrganization, body: ModelListRequest, response: { 200: AvailableModels } },
        preHandler: perUser(TRIED_PER_MINUTE, 1),
      },
      async ({ user, params, body }) => {
        const organizationId = await managed(user.id, params.organizationId)
        await requireVerified(db, user.id)
        return { models: await models.available(organizationId, body) }
      },
    )

    app.patch(
      ONE,
      {
        schema: { params: OfProvider, body: ModelProviderPatch, response: { 200: ModelProvider } },
        preHandler: perUser(TRIED_PER_MINUTE, 1),
      },
      async ({ user, params, body }) =>
        present(await models.change(await managed(user.id, params.organizationId), params.id, body)),
    )

    app.delete(
      ONE,
      { schema: { params: OfProvider, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await models.remove(await managed(user.id, params.organizationId), params.id)
        return { message: 'The provider was deleted.' }
      },
    )
  }
