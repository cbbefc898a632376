import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { requireVerified } from '../../accounts/accounts.policy.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { memberOf, memberWho } from '../../organizations/organizations.policy.ts'
import type { ModelDirectory } from './model-directory.ts'
import { presentProvider } from './models.presenter.ts'
import type { Models } from './models.service.ts'

const TRIED_PER_MINUTE = 20
type Parts = { models: Models; directory: Pick<ModelDirectory, 'offered'> }

/** An organization's providers, for its managers, and the models that assistants can use, for every member. */
export const modelRoutes =
  ({ db, config }: Context, { models, directory }: Parts): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId
    const present = async (row: Awaited<ReturnType<Models['create']>>) =>
      presentProvider(row, await models.named(row.organizationId))

    serve(app, api.modelProviders.offered, async ({ user, params }) =>
      directory.offered((await memberOf(db, user.id, params.organizationId)).organizationId),
    )

    serve(app, api.modelProviders.list, async ({ user, params }) => {
      const organizationId = await managed(user.id, params.organizationId)
      const named = await models.named(organizationId)
      return (await models.of(organizationId)).map((row) => presentProvider(row, named))
    })

    serve(
      app,
      api.modelProviders.add,
      async ({ user, params, body }) => {
        const organizationId = await managed(user.id, params.organizationId)
        await requireVerified(db, user.id)
        return await present(await models.create(organizationId, body))
      },
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
    )

    serve(
      app,
      api.modelProviders.available,
      async ({ user, params, body }) => {
        const organizationId = await managed(user.id, params.organizationId)
        await requireVerified(db, user.id)
        return { models: await models.available(organizationId, body) }
      },
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
    )

    serve(
      app,
      api.modelProviders.change,
      async ({ user, params, body }) =>
        present(await models.change(await managed(user.id, params.organizationId), params.id, body)),
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
    )

    serve(app, api.modelProviders.remove, async ({ user, params }) => {
      await models.remove(await managed(user.id, params.organizationId), params.id)
      return { message: 'The provider was deleted.' }
    })
  }
