import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { inLanguageOf, VARY } from '../http/language.ts'
import { withoutPicturesElsewhere } from '../http/security.ts'
import type { Share } from './share.service.ts'

const PAGE = 'share.html'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The public page itself, and the script that embeds it: the two that other sites may load. */
export const sharePageRoutes =
  (folder: string, share: Share): FastifyPluginAsync =>
  async (app) => {
    if (!existsSync(path.join(folder, PAGE))) return

    const originsOf = async (id: string) => {
      if (!UUID.test(id)) return []
      const { state, allowedOrigins } = await share.page(id)
      return state === 'off' ? [] : allowedOrigins
    }

    app.get<{ Params: { id: string }; Querystring: { embed?: string } }>(
      '/share/integration/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const { params, query } = request
        // It shows neither logos nor photos.
        const policy = withoutPicturesElsewhere(String(reply.getHeader('content-security-policy')))
        reply.header('content-security-policy', policy)
        if (query.embed !== undefined) {
          const ancestors = ["'self'", ...(await originsOf(params.id))].join(' ')
          reply.header(
            'content-security-policy',
            policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`),
          )
          // It knows one origin only; frame-ancestors says it all.
          reply.removeHeader('x-frame-options')
        }
        return reply
          .header('x-robots-tag', 'noindex')
          .header('cache-control', 'no-cache')
          .header('vary', VARY)
          .sendFile(inLanguageOf(request, PAGE), { cacheControl: false })
      },
    )
  }
