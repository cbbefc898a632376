import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../../context.ts'
import { inLanguageOf, VARY } from '../../kernel/http/language.ts'
import { withInlineStyles, withoutPicturesElsewhere } from '../../kernel/http/security.ts'
import { createDocuments } from './document.ts'
import { headOf } from './head.ts'
import type { Share } from './share.service.ts'

const PAGE = 'share.html'
const TITLE = '<title>Lectern</title>'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Parts = { /** Of the built app. */ appFolder: string; share: Share }

/** The public page itself, and the script that embeds it: the two that other sites may load. */
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
    /** Each language has a page of its own. */
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

    /** What an unfurler reads; nothing of an assistant that nobody may see. */
    const headFor = async (id: string) => {
      const face = UUID.test(id) ? await share.published(id) : null
      if (!face) return TITLE
      return headOf(face.configuration, {
        url: link(`/share/integration/${id}`),
        picture: link(`/api/v1/share/${id}/card.png?v=${face.version}`),
      })
    }

    app.get<{ Params: { id: string }; Querystring: { embed?: string } }>(
      '/share/integration/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const { params, query, headers } = request
        const { file, documentWith } = pageIn(inLanguageOf(request, PAGE))
        // It shows nothing of another host.
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
          // It knows one origin only; frame-ancestors says it all.
          reply.removeHeader('x-frame-options')
        }
        const { content, encoding, etag } = await documentWith(
          await headFor(params.id),
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
