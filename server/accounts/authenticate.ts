import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rules } from '../../src/services/contract/operations/operation.ts'
import type { Config } from '../kernel/config/config.ts'
import { refusal, unauthorized } from '../kernel/errors.ts'
import { limited, networkOf, PER_ADDRESS } from '../kernel/http/rate-limits.ts'
import { isApi } from '../kernel/http/security.ts'
import { type ApiKeys, KEY_PREFIX, type UsedKey } from './api-keys.ts'
import type { Identity, Sessions } from './authentication.ts'
import { bearerOf } from './program-keys.ts'
import type { Provisioner } from './provisioning/tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on a public route. */
    identity: Identity | null
    /** The caller. Throws 401 on a public route. */
    readonly user: Identity
    /** The calling program's API key. */
    apiKey: UsedKey | null
    /** The provider that manages members; null except on SCIM routes. */
    provisioner: Provisioner | null
  }
  interface FastifyContextConfig {
    /** Every route under /api needs a user unless it declares this. */
    public?: boolean
  }
}

type Parts = { config: Config; sessions: Sessions; apiKeys: ApiKeys }

/** Call it after registerRateLimits: refused calls count by network, like those of people who are not logged in. */
export function registerAuthentication(app: FastifyInstance, { config, sessions, apiKeys }: Parts) {
  const refused = limited(app, config, networkOf)(PER_ADDRESS, 1)
  app.decorateRequest('identity', null)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('provisioner', null)
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      if (!this.identity) throw unauthorized()
      return this.identity
    },
  })
  const identify = async (request: FastifyRequest, { keys = [], personal }: Partial<Rules> = {}) => {
    const token = bearerOf(request)
    if (!token) throw unauthorized()
    if (!token.startsWith(KEY_PREFIX)) {
      request.identity = await sessions.authenticate(token)
      return
    }
    const { identity, scopes, key } = await apiKeys.identify(token)
    if (keys.length === 0) throw refusal('no_api_keys')
    if (!keys.some((scope) => scopes.includes(scope)))
      throw refusal('missing_scope', { scope: keys.join(' or ') })
    if (key.isOfOrganization && personal) throw refusal('no_account')
    request.identity = identity
    request.apiKey = key
  }
  app.addHook('onRequest', async (request) => {
    const { url, config: route } = request.routeOptions
    if (!url || !isApi(url) || route.public) return
    try {
      await identify(request, route.rules)
    } catch (error) {
      await refused(request)
      throw error
    }
  })
}
