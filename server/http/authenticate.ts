import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiKeyScope } from '../../src/services/contract/security.ts'
import { type ApiKeys, KEY_PREFIX } from '../accounts/api-keys.ts'
import type { Identity, Sessions } from '../accounts/authentication.ts'
import { forbidden, unauthorized } from '../errors.ts'
import { isApi } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null on a public route. */
    identity: Identity | null
    /** Who is asking. Throws 401 on a public route. */
    readonly user: Identity
    /** Whether a program asks, with an API key. */
    withKey: boolean
  }
  interface FastifyContextConfig {
    /** Every route under /api needs a user, unless it says so. */
    public?: boolean
    /** Any of these lets an API key in; else `read` for looking and `manage` for the rest. None: sessions alone. */
    keyScopes?: readonly ApiKeyScope[]
  }
}

export function registerAuthentication(app: FastifyInstance, sessions: Sessions, apiKeys: ApiKeys) {
  app.decorateRequest('identity', null)
  app.decorateRequest('withKey', false)
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      if (!this.identity) throw unauthorized()
      return this.identity
    },
  })
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (!url || !isApi(url) || config.public) return
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!token) throw unauthorized()
    if (!token.startsWith(KEY_PREFIX)) {
      request.identity = await sessions.authenticate(token)
      return
    }
    const { identity, scopes } = await apiKeys.identify(token)
    const enough = config.keyScopes ?? [request.method === 'GET' ? 'read' : 'manage']
    if (!enough.some((scope) => scopes.includes(scope))) throw forbidden('This API key does not allow that.')
    request.identity = identity
    request.withKey = true
  })
}
