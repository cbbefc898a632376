import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createGuardedFetch } from '../../server/kernel/fetching/guarded-fetch.ts'
import { crawl } from '../../server/knowledge/crawling/crawl.ts'
import type { CrawlEvent, CrawlOptions } from '../../server/knowledge/crawling/crawl.types.ts'
import { listening } from './listening.ts'
import { watchLoop } from './measurements.ts'
import { nightly } from './runs.ts'

/** Each of them meets each pattern. */
export const LINKS = nightly(300, 60)

type Site = {
  pages: Readonly<Record<string, string | Buffer>>
  options?: Partial<CrawlOptions>
}

const links = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => `<a href="/${n}${'a'.repeat(length)}">x</a>`).join('')
const stars = Array.from({ length: 50 }, (_, n) => `/${'*a'.repeat(80)}${n}b`)
const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(10)}*b\n`.repeat(600)}`
const entry = '<url><loc>http://127.0.0.1/a</loc><lastmod>2026-01-01</lastmod></url>'

/** Sites that are small on the wire, or cheap to generate, and expensive to read. */
export const hostileSites = () =>
  ({
    patterns: {
      pages: { '/': links(LINKS, 900) },
      options: { include: stars, exclude: stars, pagesMax: 5 },
    },
    rules: { pages: { '/robots.txt': rules, '/': links(40, 900) }, options: { pagesMax: 30 } },
    sitemap: {
      pages: { '/sitemap.xml': gzipSync(`<urlset>${entry.repeat(430_000)}</urlset>`), '/': 'Hello' },
    },
    links: { pages: { '/': `<title>Many</title>${links(60_000, 60)}` } },
  }) satisfies Record<string, Site>

/** Events of a site's crawl, and the longest block of this thread during it, in ms. */
export async function crawlSite({ pages, options }: Site) {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    response.statusCode = page === undefined ? 404 : 200
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/plain')
    response.end(page)
  })
  const { port, url, close } = await listening(server)
  const guarded = createGuardedFetch({ allowedNetworks: ['127.0.0.1/32'], ports: [port] })
  const parts = { fetch: guarded.fetch, signal: AbortSignal.timeout(110_000) }
  const start = `${url}/`
  const events: CrawlEvent[] = []
  const watch = watchLoop()
  try {
    for await (const event of crawl({ start, kind: 'site', pagesMax: 1, ...options }, parts))
      events.push(event)
    return { events, held: watch.end() }
  } finally {
    await guarded.close()
    await close()
  }
}
