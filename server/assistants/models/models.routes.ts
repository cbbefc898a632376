import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { tellOfChanges } from '../../kernel/http/settings-news.ts'
import type { ModelDirectory } from './model-directory.ts'
import { presentProvider } from './models.presenter.ts'
import type { Models } from './models.service.ts'

const TRIED_PER_MINUTE = 20
type Parts = { models: Models; directory: Pick<ModelDirectory, 'offered'> }

/** An organization's providers, for its managers, and the models that assistants can use, for every member. */
export const modelRoutes =
  ({ config, hub }: Context, { models, directory }: Parts): FastifyPluginAsync =>
  async (app) => {
    tellOfChanges(app, hub)
    const perUser = limited(app, config, ({ user }) => user.id)
    const present = async (row: Awaited<ReturnType<Models['create']>>) =>
      presentProvider(row, await models.named(row.organizationId))

    serve(app, api.modelProviders.offered, async ({ params }) => directory.offered(params.organizationId))

    serve(app, api.modelProviders.list, async ({ params }) => {
      const { organizationId } = params
      const named = await models.named(organizationId)
      return (await models.of(organizationId)).map((row) => presentProvider(row, named))
    })

    serve(
      app,
      api.modelProviders.add,
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
      async ({ params, body }) => present(await models.create(params.organizationId, body)),
    )

    serve(
      app,
      api.modelProviders.available,
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
      async ({ params, body }) => ({ models: await models.available(params.organizationId, body) }),
    )

    serve(
      app,
      api.modelProviders.change,
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
      async ({ params, body }) => present(await models.change(params.organizationId, params.id, body)),
    )

    serve(app, api.modelProviders.remove, async ({ params }) => {
      await models.remove(params.organizationId, params.id)
      return { message: 'The provider was deleted.' }
    })
  }
