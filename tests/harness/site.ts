import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listening } from './listening.ts'

/** Pages of a tree: page n links to 3n − 1, 3n and 3n + 1, and back to the first one. */
export const PAGES = 300
const HUGE = 6 * 1024 * 1024

export type SiteState = {
  /** Pages whose text has changed. */
  changed: number[]
  removed: number[]
  /** Pages outside the tree, linked from the first page. */
  added: number[]
  robots: { status: number; text: string }
  /** Whether the site is at `www.site.test`. */
  isWww: boolean
  /** Address that the page at `/docs/` names as its own; others redirect to it. */
  docsName: string
  /** Answers the part of the sitemap. */
  part: string | null
  /** Answers every page instead of the site; null means the normal site. */
  badDay: ((request: IncomingMessage, response: ServerResponse) => void) | null
  /** No response is sent before it resolves. */
  held: Promise<void> | null
}

const ROBOTS = { status: 200, text: 'User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n' }

const html = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const link = (href: string, text = href, rel = '') => `<a href="${href}"${rel && ` rel="${rel}"`}>${text}</a>`
const canonical = (address: string | null) => (address ? `<link rel="canonical" href="${address}">` : '')
const textOf = (n: number, state: SiteState) =>
  `This is page ${n}${state.changed.includes(n) ? ', written anew' : ''}.`

export const pathOf = (n: number) => (n === 1 ? '/' : `/pages/${n}`)

/** The first page's links that test the rules of a crawl. */
const SPECIAL = [
  link('/pages/2#part'),
  link('/pages/2?utm_source=mail'),
  link('/private/1'),
  link('/old'),
  link('/leaves'),
  link('/into-private'),
  link('/ring/1'),
  link('/slow'),
  link('/huge'),
  link('/busy'),
  link('/print?page=2'),
  link('/copy'),
  link('/noindex'),
  link('/unvouched', 'unvouched', 'nofollow'),
  link('/manual.pdf'),
  link('/film.mp4'),
  link('/missing'),
  link('https://elsewhere.test/'),
  link('mailto:ann@example.com'),
  link('javascript:void 0'),
]

/** A test site with everything that a crawl has to handle. It records its requests. */
export const startSite = async (forbiddenHost: string) => {
  const state: SiteState = {
    changed: [],
    removed: [],
    added: [],
    isWww: false,
    docsName: '/docs/',
    robots: ROBOTS,
    part: null,
    badDay: null,
    held: null,
  }
  const asked: { path: string; status: number; host: string }[] = []
  let busy = 1
  let together = 0
  let mostTogether = 0
  let port = 0

  const page = (n: number, request: IncomingMessage, response: ServerResponse) => {
    if (state.removed.includes(n)) return response.writeHead(410).end()
    const text = textOf(n, state)
    const etag = `"${Buffer.from(text).toString('base64url')}"`
    // Half of the pages can report that they have not changed; the others differ in an invisible number.
    if (n % 2 === 0 && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    const children = [3 * n - 1, 3 * n, 3 * n + 1].filter((child) => child <= PAGES)
    const body = [
      `<h1>Page ${n}</h1><p>${text}</p>`,
      ...[1, ...children].map((child) => link(pathOf(child))),
      ...(n === 1 ? [...SPECIAL, ...state.added.map((extra) => link(pathOf(extra)))] : []),
      `<script>window.nonce = ${asked.length}</script>`,
    ]
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...(n % 2 === 0 && { etag }) })
      .end(html(`Page ${n}`, body.join('\n')))
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.test')
    const send = (type: string, body: string | Buffer, status = 200, more = {}) =>
      response.writeHead(status, { 'content-type': type, ...more }).end(body)
    const redirect = (location: string) => response.writeHead(302, { location }).end()
    if (state.badDay && pathname !== '/robots.txt') return state.badDay(request, response)
    const [, numbered] = /^\/pages\/(\d+)$/.exec(pathname) ?? []
    // The site has one name, like most.
    const { host = '' } = request.headers
    const name = `${state.isWww ? 'www.' : ''}site.test:${port}`
    if (host !== name && host.endsWith(`site.test:${port}`)) return redirect(`http://${name}${request.url}`)
    if (numbered !== undefined) return page(Number(numbered), request, response)
    switch (pathname) {
      case '/':
        return page(1, request, response)
      case '/robots.txt':
        return send('text/plain', state.robots.text, state.robots.status)
      case '/sitemap.xml':
        return send(
          'application/xml',
          `<sitemapindex><sitemap><loc>http://site.test:${port}/sitemap-1.xml.gz</loc></sitemap></sitemapindex>`,
        )
      case '/sitemap-1.xml.gz':
        if (state.part !== null) return send('text/plain', state.part)
        return send(
          'application/gzip',
          gzipSync(
            `<urlset>${['/only-in-sitemap', '/pages/2'].map((path) => `<url><loc>http://site.test:${port}${path}</loc></url>`).join('')}<url><loc>http://elsewhere.test/a</loc></url></urlset>`,
          ),
        )
      case '/only-in-sitemap':
      case '/new':
      case '/unvouched':
        return send('text/html', html(pathname, `Text of ${pathname}`))
      case '/busy':
        return busy-- > 0
          ? response.writeHead(429, { 'retry-after': '3' }).end()
          : send('text/html', html('Busy', 'Not busy any more'))
      case '/old':
        return redirect('/new')
      case '/leaves':
        return redirect('https://elsewhere.test/there')
      case '/into-private':
        return redirect(`http://${forbiddenHost}:${port}/secret`)
      case '/ring/1':
        return redirect('/ring/2')
      case '/ring/2':
        return redirect('/ring/1')
      case '/slow':
        return undefined
      case '/huge':
        return send('text/html', html('Huge', 'x'.repeat(HUGE)))
      case '/print':
        return send(
          'text/html',
          html('Page 2, to print', textOf(2, state), canonical(`/pages/${searchParams.get('page')}`)),
        )
      case '/twin/a':
      case '/twin/b':
        return send(
          'text/html',
          html(pathname, `Text of ${pathname}`, canonical(`/twin/${pathname.endsWith('a') ? 'b' : 'a'}`)),
        )
      case '/docs':
      case '/docs/index':
        return redirect('/docs/')
      case '/docs/':
        return send('text/html', html('Docs', 'Text of the docs', canonical(state.docsName)))
      case '/both':
      case '/both/':
        return send('text/html', html(pathname, `Text of ${pathname}`))
      case '/names':
        return send(
          'text/html',
          html('Names', `Text of ${request.url}`, canonical(searchParams.get('names'))),
        )
      case '/copy':
        return send(
          'text/html',
          html('Page 3', `<h1>Page 3</h1><p>${textOf(3, state)}</p> / /pages/8 /pages/9 /pages/10`),
        )
      case '/noindex':
        return send(
          'text/html',
          html('Hidden', link('/behind-noindex'), '<meta name="robots" content="noindex">'),
        )
      case '/behind-noindex':
        return send('text/html', html('Behind', link('/never')), 200, { 'x-robots-tag': 'nofollow' })
      case '/manual.pdf':
        return send('application/pdf', '%PDF-1.4 manual')
      case '/film.mp4':
        return send('video/mp4', 'film')
      default:
        return send('text/html', html('Nothing here', ''), 404)
    }
  }

  const server = createServer((request, response) => {
    together++
    mostTogether = Math.max(mostTogether, together)
    response.once('close', () => {
      together--
      asked.push({
        path: request.url ?? '',
        status: response.headersSent ? response.statusCode : 0,
        host: request.headers.host ?? '',
      })
    })
    if (state.held) void state.held.then(() => answer(request, response))
    else answer(request, response)
  })
  const local = await listening(server)
  port = local.port
  return {
    ...local,
    state,
    asked,
    mostTogether: () => mostTogether,
  }
}
export type TestSite = Awaited<ReturnType<typeof startSite>>
