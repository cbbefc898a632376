import { describe, expect, it } from 'vitest'
import { statusFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { createSite } from '../../../server/knowledge/crawling/addresses.ts'
import { crawl } from '../../../server/knowledge/crawling/crawl.ts'
import type { CrawledPage, CrawlOptions } from '../../../server/knowledge/crawling/crawl.types.ts'
import { createFrontier } from '../../../server/knowledge/crawling/frontier.ts'
import { createOutcomes } from '../../../server/knowledge/crawling/outcomes.ts'
import { HELD_MAX, threadCpu } from '../../harness/measurements.ts'

const ORIGIN = 'https://site.test'

/** The address that a page names as its own, and its links. */
type Page = { names?: string; links?: string[]; redirects?: string; status?: number }

const htmlOf = (path: string, { names, links = [] }: Page) =>
  [
    `<title>${path}</title>`,
    names && `<link rel="canonical" href="${names}">`,
    `<body>Text of ${path}`,
    ...links.map((href) => `<a href="${href}">more</a>`),
  ].join('')

/** What a crawl of these pages reads, and why it leaves out others. */
const read = async (
  pageAt: (path: string) => Page | string | undefined,
  options: Partial<Omit<CrawlOptions, 'known'>> & { known?: Map<string, CrawledPage> } = {},
) => {
  let requests = 0
  const found: Record<string, string> = {}
  const known = new Map(options.known)
  const events = crawl(
    { start: `${ORIGIN}/`, kind: 'site', linksOf: async () => [], ...options },
    {
      fetch: async (url) => {
        requests++
        const path = url.replace(ORIGIN, '')
        const page = pageAt(path)
        if (page === undefined) throw statusFailure({ status: 404 })
        if (typeof page !== 'string' && page.status) throw statusFailure({ status: page.status })
        if (typeof page !== 'string' && page.redirects)
          return { kind: 'redirected', url, status: 301, location: ORIGIN + page.redirects }
        const [contentType, text] =
          typeof page === 'string' ? ['application/xml', page] : ['text/html', htmlOf(path, page)]
        const validators = { etag: null, lastModified: null, robotsTag: null }
        return { kind: 'fetched', url, status: 200, contentType, bytes: Buffer.from(text), ...validators }
      },
    },
  )
  for await (const event of events) {
    const path = (event.kind === 'gone' ? event.key : event.url).replace(ORIGIN, '')
    if (event.kind === 'page') {
      found[path] = event.change
      known.set(event.key, event)
    } else if (event.kind === 'gone') found[path] = 'gone'
    else found[path] = [event.reason, event.to?.replace(ORIGIN, '')].filter(Boolean).join(' ')
  }
  return { found, requests, known }
}

describe('pages that name another address as their own', () => {
  it('are as many as they like: 50,000 of them do not hold the server', () => {
    const frontier = createFrontier(createSite(ORIGIN), 5)
    const outcomes = createOutcomes(frontier.pageOf, new Set())
    const before = threadCpu()
    for (let index = 0; index < 50_000; index++)
      outcomes.leaveFor({ url: `${ORIGIN}/${index}`, depth: 1, hops: 0, isFollowed: true }, `${ORIGIN}/never`)
    frontier.putBack(outcomes.left())
    expect(threadCpu() - before).toBeLessThan(HELD_MAX)
    expect(frontier.size()).toBe(50_000)
    expect(frontier.take()?.url).toBe(`${ORIGIN}/0`)
  })

  it('are requested 2,000 times more often than there may be pages, and no more', async () => {
    const paths = ['/deep', ...Array.from({ length: 2_100 }, (_, index) => `/${index}`)]
    const addresses = paths.map((path) => `<url><loc>${ORIGIN}${path}</loc></url>`)
    const { found, requests } = await read(
      (path) => {
        if (path === '/sitemap.xml') return `<urlset>${addresses.join('')}</urlset>`
        if (path === '/') return {}
        if (path === '/deep') return { links: ['/never'] }
        if (/^\/\d+$/.test(path)) return { names: '/never' }
      },
      { depth: 1, pagesMax: 10 },
    )
    // The rules and the sitemap are no pages.
    expect(requests).toBe(2_010 + 2)
    expect(Object.values(found).filter((result) => result === 'limit')).toHaveLength(2_100)
  })
})
