import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { ProviderLogout } from './provider-logout.ts'

/** Where a provider says that somebody has logged out there. */
export const logoutRoutes =
  ({ config }: Pick<Context, 'config'>, logOut: ProviderLogout): FastifyPluginAsync =>
  async (app) =>
    serve(
      app,
      api.singleSignOn.endByProvider,
      async ({ params, body }, reply) => {
        await logOut(params.organizationId, body.logout_token)
        return reply.send()
      },
      { preHandler: limited(app, config, networkOf)(300, 1) },
    )
