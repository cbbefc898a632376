import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyPluginAsync } from 'fastify'
import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { Language } from '../../../src/texts/language.ts'
import type { Context } from '../../context.ts'
import { escaped } from '../../kernel/http/html.ts'
import { inLanguageOf, languageOfRequest, VARY } from '../../kernel/http/language.ts'
import { withInlineStyles, withoutPicturesElsewhere } from '../../kernel/http/security.ts'
import { descriptionOf } from './share.presenter.ts'
import type { Share } from './share.service.ts'

type Addresses = { url: string; picture: string }

/** Tags for link previews of the page. */
const headOf = (configuration: Configuration, { url, picture }: Addresses, language: Language): string => {
  const { name } = configuration
  const description = descriptionOf(configuration, language)
  const named = (key: string, content: string) => `<meta name="${key}" content="${escaped(content)}" />`
  const property = (key: string, content: string) =>
    `<meta property="${key}" content="${escaped(content)}" />`
  return [
    `<title>${escaped(name)}</title>`,
    named('description', description),
    property('og:type', 'website'),
    property('og:title', name),
    property('og:description', description),
    property('og:url', url),
    property('og:image', picture),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', name),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', name),
    named('twitter:description', description),
    named('twitter:image', picture),
  ].join('\n    ')
}

const KEPT_MAX = 200
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Document = { plain: string; brotli: Buffer; etag: string }

/** Pages whose head depends on the assistant: each is built and compressed once, and the latest are kept. */
const createDocuments = (withHead: (head: string) => string) => {
  const kept = new Map<string, Promise<Document>>()

  const make = async (head: string): Promise<Document> => {
    const plain = withHead(head)
    return {
      plain,
      brotli: await promisify(brotliCompress)(plain, QUALITY),
      etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    }
  }

  return async (head: string, accepted: string | string[] | undefined) => {
    const made = kept.get(head) ?? make(head)
    kept.set(head, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    const { plain, brotli, etag } = await made
    return /\bbr\b/.test(String(accepted ?? ''))
      ? { content: brotli, encoding: 'br', etag }
      : { content: plain, encoding: null, etag }
  }
}

const PAGE = 'share.html'
const TITLE = '<title>Lectern</title>'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Parts = { /** Folder of the built app. */ appFolder: string; share: Share }

/** The public page itself, and the script that embeds it: the only two that other sites may load. */
export const sharePageRoutes =
  ({ link }: Context, { appFolder, share }: Parts): FastifyPluginAsync =>
  async (app) => {
    if (!existsSync(path.join(appFolder, PAGE))) return
    const pages = new Map<string, ReturnType<typeof read>>()

    const read = (name: string) => {
      const file = path.join(appFolder, name)
      const html = readFileSync(file, 'utf8')
      return { file, documentWith: createDocuments((head) => html.replace(TITLE, () => head)) }
    }
    /** Each language has its own page. */
    const pageIn = (name: string) => {
      const page = pages.get(name) ?? read(name)
      pages.set(name, page)
      return page
    }

    const originsOf = async (id: string) => {
      if (!UUID.test(id)) return []
      const { state, allowedOrigins } = await share.page(id)
      return state === 'off' ? [] : allowedOrigins
    }

    /** For link previews; nothing about an assistant that is not public. */
    const headFor = async (id: string, language: Language) => {
      const face = UUID.test(id) ? await share.published(id) : null
      if (!face) return TITLE
      const addresses = {
        url: link(`/share/integration/${id}`),
        picture: link(`/api/v1/share/${id}/card.png?v=${face.version}`),
      }
      return headOf(face.configuration, addresses, language)
    }

    app.get<{ Params: { id: string }; Querystring: { embed?: string } }>(
      '/share/integration/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const { params, query, headers } = request
        const { file, documentWith } = pageIn(inLanguageOf(request, PAGE))
        // It shows nothing from other hosts.
        const policy = withInlineStyles(
          withoutPicturesElsewhere(String(reply.getHeader('content-security-policy'))),
          file,
        )
        reply.header('content-security-policy', policy)
        if (query.embed !== undefined) {
          const ancestors = ["'self'", ...(await originsOf(params.id))].join(' ')
          reply.header(
            'content-security-policy',
            policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`),
          )
          // It supports only one origin; frame-ancestors covers all.
          reply.removeHeader('x-frame-options')
        }
        const { content, encoding, etag } = await documentWith(
          await headFor(params.id, languageOfRequest(request)),
          headers['accept-encoding'],
        )
        reply.type('text/html; charset=utf-8').headers({
          'x-robots-tag': 'noindex',
          'cache-control': 'no-cache',
          vary: `accept-encoding, ${VARY}`,
          etag,
          ...(encoding && { 'content-encoding': encoding }),
        })
        return headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(content)
      },
    )
  }
