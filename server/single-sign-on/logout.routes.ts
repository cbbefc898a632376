import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { Provider } from './provider.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { SettingsRepository } from './settings.repository.ts'

const TOKEN_MAX = 16_000

type Parts = { settings: SettingsRepository; provider: Provider; providerSessions: ProviderSessions }

const invalidRequest = (detail: string) => new Refusal(400, { detail, code: 'invalid_request' })

/** OpenID Connect Back-Channel Logout 1.0: the provider says that somebody has logged out there. */
export const logoutRoutes =
  (
    { config }: Pick<Context, 'config'>,
    { settings, provider, providerSessions }: Parts,
  ): FastifyPluginAsyncZod =>
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
      async ({ params: { organizationId }, body }, reply) => {
        const row = await settings.provider(organizationId)
        if (!row) throw invalidRequest('No provider is set.')
        try {
          const { iat, ...ended } = await provider.readLogout(row, body.logout_token)
          await providerSessions.endLoggedOut(organizationId, ended, new Date(iat * 1000))
        } catch (error) {
          throw error instanceof ProviderFailure ? invalidRequest(error.message) : error
        }
        return reply.send()
      },
    )
  }
