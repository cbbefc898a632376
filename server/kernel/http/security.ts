import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** A Host header is unverified client text: a policy accepts no other characters. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/** S3.2, S3.3: photos and logos may come from any site. */
const PICTURES_ELSEWHERE = 'https: http:'

export const withoutPicturesElsewhere = (policy: string) => policy.replace(` ${PICTURES_ELSEWHERE}`, '')

/** Headers of every response, and the foreign origins that may read them. */
export async function registerSecurity(
  app: FastifyInstance,
  config: Pick<Config, 'apiBase' | 'publicUrl' | 'allowedOrigins'>,
  indexFile: string,
) {
  const apiOrigin = config.apiBase ? [new URL(config.apiBase).origin] : []
  const sockets = ({ headers }: IncomingMessage) =>
    socketOrigins(config.apiBase ?? config.publicUrl ?? `http://${headers.host}`)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...inlineHashes('script', indexFile)],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', ...apiOrigin, PICTURES_ELSEWHERE],
        'connect-src': ["'self'", sockets, ...apiOrigin],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
  })
  if (config.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: config.allowedOrigins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['retry-after', 'date'],
    })
  }
  app.addHook('onSend', async (request, reply) => {
    // By the matched route, because an address has many spellings. Responses without a route are not cached.
    const { url } = request.routeOptions
    if ((url === undefined || isApi(url)) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}

/** The sockets of one host, as a policy names them: not every browser includes them in 'self'. */
function socketOrigins(address: string): string {
  if (!URL.canParse(address)) return "'self'"
  const { host } = new URL(address)
  return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/** Clients of OpenAI's protocol call `/v1/`. */
export const isApi = (url: string) => url.startsWith('/api/') || url.startsWith('/v1/')

/** A page of this host, of PUBLIC_URL or of ALLOWED_ORIGINS; only browsers send an Origin. */
export const mayConnectFrom =
  ({ allowedOrigins, publicUrl }: Config) =>
  ({ headers, host }: FastifyRequest): boolean => {
    const { origin } = headers
    if (origin === undefined || allowedOrigins.includes(origin)) return true
    if (!URL.canParse(origin)) return false
    return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin)
  }

/** Hashes of a page's inline scripts or styles for its policy: only the build writes them. */
function inlineHashes(element: 'script' | 'style', file: string): string[] {
  if (!existsSync(file)) return []
  const [, ...parts] = readFileSync(file, 'utf8').split(`<${element}`)
  return parts.flatMap((part) => {
    const begins = part.indexOf('>') + 1
    if (part.slice(0, begins).includes(' src=')) return []
    const source = part.slice(begins, part.indexOf(`</${element}>`))
    return [`'sha256-${createHash('sha256').update(source).digest('base64')}'`]
  })
}

/** Hashes of the pages read so far, which never change after the build. */
const styleHashes = new Map<string, readonly string[]>()

/** The policy of a page with inline styles. */
export function withInlineStyles(policy: string, file: string): string {
  const hashes = styleHashes.get(file) ?? inlineHashes('style', file)
  styleHashes.set(file, hashes)
  return policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(' '))
}

/** Longer than any of our addresses without its query. */
export const PATH_MAX = 2000
const NOWHERE = '/nowhere'

/**
 * Replaces an address that is too long or cannot be parsed with one that has no route: the app shows Page Not
 * Found, and the API gives a reason. The router's own response would lack the usual headers and log entry.
 */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  const nowhere = isApi(path) ? `/api${NOWHERE}` : NOWHERE
  if (path.length > PATH_MAX) return nowhere
  try {
    return isPath(decodeURIComponent(path)) ? url : nowhere
  } catch {
    return nowhere
  }
}

/** `//host` would name another server, and no file name contains a null character. */
const isPath = (decoded: string) => !decoded.startsWith('//') && !decoded.includes('\0')
