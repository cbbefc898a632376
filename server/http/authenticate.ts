import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity, Sessions } from '../accounts/authentication.ts'
import { unauthorized } from '../errors.ts'
import { isApi } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null on a public route. */
    identity: Identity | null
    /** Who is asking. Throws 401 on a public route. */
    readonly user: Identity
  }
  interface FastifyContextConfig {
    /** Every route under /api needs a user, unless it says so. */
    public?: boolean
  }
}

export function registerAuthentication(app: FastifyInstance, sessions: Sessions) {
  app.decorateRequest('identity', null)
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
    request.identity = await sessions.authenticate(token)
  })
}
