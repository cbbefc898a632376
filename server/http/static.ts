import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { ROOT } from '../paths.ts'
import { isApi } from './security.ts'

export const APP_FOLDER = path.join(ROOT, 'dist/app')
const EMBED_SCRIPT = 'embed.js'
const A_YEAR = 'public, max-age=31536000, immutable'

/** The built app; every path of its own is answered with its one page. */
export async function registerStatic(app: FastifyInstance, folder: string, apiBase: string | null) {
  if (apiBase) {
    // Instead of the built file, which says that the API is here (S7.31).
    app.get('/config.js', { schema: { hide: true } }, async (_, reply) =>
      reply
        .type('text/javascript')
        .header('cache-control', 'no-cache')
        .send(`window.LECTERN_CONFIG = ${JSON.stringify({ apiBase })}\n`),
    )
  }
  const built = existsSync(path.join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      logLevel: 'warn',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes('/assets/') ? A_YEAR : 'no-cache')
        // The one file that other sites load, compressed or not.
        if (path.basename(file).startsWith(EMBED_SCRIPT))
          reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || isApi(request.url) || !asksForPage(request)) throw notFound()
    return reply.sendFile('index.html')
  })
}

/** A browser names HTML; a monitor, a link checker or an unfurler takes anything, which of a file means the file. */
function asksForPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (accept.includes('text/html')) return true
  const [address = ''] = url.split('?', 1)
  return accept.includes('*/*') && !path.basename(address).includes('.')
}
