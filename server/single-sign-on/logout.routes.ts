import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { ProviderLogout } from './provider-logout.ts'

const TOKEN_MAX = 16_000

/** Where a provider says that somebody has logged out there. */
export const logoutRoutes =
  ({ config }: Pick<Context, 'config'>, logOut: ProviderLogout): FastifyPluginAsyncZod =>
  async (app) => {
    const perNetwork = limited(app, config, networkOf)

    app.post(
      '/api/v1/login/company/logout/:organizationId',
      {
        config: { public: true },
        schema: {
          hide: true,
          params: z.object({ organizationId: z.uuid() }),
          body: z.object({ logout_token: exact(TOKEN_MAX) }),
          consumes: ['application/x-www-form-urlencoded'],
        },
        preHandler: perNetwork(300, 1),
      },
      async ({ params, body }, reply) => {
        await logOut(params.organizationId, body.logout_token)
        return reply.send()
      },
    )
  }
