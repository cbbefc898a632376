import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'regexparam'
import { notFound } from '../errors.ts'
import { WEB_FONTS } from '../fonts.ts'
import { ROOT } from '../package.ts'
import { inLanguageOf, VARY } from './language.ts'
import { isApi, withInlineStyles } from './security.ts'

export const APP_FOLDER = path.join(ROOT, 'dist/app')
const INDEX = 'index.html'
const EMBED_SCRIPT = 'embed.js'
const POLICY = 'content-security-policy'
/** Files that are not pages do not need the half-kilobyte page policy. */
const FOR_NO_PAGE = "default-src 'none'"
const A_YEAR = 'public, max-age=31536000, immutable'

/** The built app; each of its paths gets its single page. */
export async function registerStatic(app: FastifyInstance, folder: string, apiBase: string | null) {
  if (apiBase) {
    // Replaces the built file, which says that the API is here (S7.31).
    app.get('/config.js', { schema: { hide: true } }, async (_, reply) =>
      reply
        .type('text/javascript')
        .header('cache-control', 'no-cache')
        .send(`window.LECTERN_CONFIG = ${JSON.stringify({ apiBase })}\n`),
    )
  }
  const built = existsSync(path.join(folder, INDEX))
  const pageOf = readPages(folder)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      logLevel: 'warn',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isAsset = file.includes('/assets/')
        reply.header('cache-control', isAsset ? A_YEAR : 'no-cache')
        if (isAsset) reply.header(POLICY, FOR_NO_PAGE)
        const policy = reply.getHeader(POLICY)
        const page = file.replace(/\.(br|gz)$/, '')
        if (page.endsWith('.html')) reply.header(POLICY, withInlineStyles(String(policy), page))
        // The only file that other sites load, compressed or not.
        if (path.basename(file).startsWith(EMBED_SCRIPT))
          reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || isApi(request.url) || !asksForPage(request)) throw notFound()
    return reply.header('vary', VARY).sendFile(inLanguageOf(request, pageOf(request.url)))
  })
}

/** The file for an address: a prerendered page (scripts/prerender.mjs), or the app. */
function readPages(folder: string): (url: string) => string {
  const list = path.join(folder, '.vite/pages.json')
  const drawn: { pattern: string; file: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : []
  const pages = drawn.map(({ pattern, file }) => ({ pattern: parse(pattern).pattern, file }))
  return (url) => {
    const [address = ''] = url.split(/[?#]/, 1)
    return pages.find(({ pattern }) => pattern.test(address))?.file ?? INDEX
  }
}

/** Browsers name HTML; monitors, link checkers and unfurlers accept anything, which for a file means the file. */
function asksForPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (accept.includes('text/html')) return true
  const [address = ''] = url.split('?', 1)
  return accept.includes('*/*') && !path.basename(address).includes('.')
}

const FONTS_KEPT = 'public, max-age=31536000'

/** Fonts of the pages that the server renders itself: the checkout and the outbox. */
export const registerPageFonts = (app: FastifyInstance) =>
  app.get<{ Params: { name: string } }>(
    '/fonts/:name',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const file = Object.hasOwn(WEB_FONTS, params.name) ? WEB_FONTS[params.name] : undefined
      if (file === undefined) throw notFound()
      return reply.type('font/woff2').header('cache-control', FONTS_KEPT).send(readFileSync(file))
    },
  )
