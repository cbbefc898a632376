import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** A Host header is text of the client until it was parsed: a policy takes no other characters. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/** S3.2, S3.3: a photo or a logo may be anywhere on the web. */
const PICTURES_ELSEWHERE = 'https: http:'

export const withoutPicturesElsewhere = (policy: string) => policy.replace(` ${PICTURES_ELSEWHERE}`, '')

/** Headers of every answer, and the origins other than ours that may read them. */
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
    // By the route that was found: an address has many spellings. What has no route is no answer to keep.
    const { url } = request.routeOptions
    if ((url === undefined || isApi(url)) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}

/** The sockets of one host, as a policy names them: not every browser counts them among 'self'. */
function socketOrigins(address: string): string {
  if (!URL.canParse(address)) return "'self'"
  const { host } = new URL(address)
  return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/** `/v1/` is where clients of OpenAI's protocol look. */
export const isApi = (url: string) => url.startsWith('/api/') || url.startsWith('/v1/')

/** A page of this very host, of PUBLIC_URL or of ALLOWED_ORIGINS; what is no browser sends no Origin. */
export const mayConnectFrom =
  ({ allowedOrigins, publicUrl }: Config) =>
  ({ headers, host }: FastifyRequest): boolean => {
    const { origin } = headers
    if (origin === undefined || allowedOrigins.includes(origin)) return true
    if (!URL.canParse(origin)) return false
    return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin)
  }

/** What stands in a page itself, as a policy names it: it was written by the build and by nobody else. */
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

/** Of the pages by now; they stay as they were built. */
const styleHashes = new Map<string, readonly string[]>()

/** The policy of a page that brings its first rules along. */
export function withInlineStyles(policy: string, file: string): string {
  const hashes = styleHashes.get(file) ?? inlineHashes('style', file)
  styleHashes.set(file, hashes)
  return policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(' '))
}
