import { describe, expect, it } from 'vitest'
import { statusFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { createSite } from '../../../server/knowledge/crawling/addresses.ts'
import { crawl } from '../../../server/knowledge/crawling/crawl.ts'
import type { CrawledPage, CrawlOptions } from '../../../server/knowledge/crawling/crawl.types.ts'
import { createFrontier } from '../../../server/knowledge/crawling/frontier.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
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
  let now = 0
  const turns = createHostTurns({ now: () => now, waitFor: async (ms) => (now += ms) })
  const events = crawl(
    { start: `${ORIGIN}/`, kind: 'site', linksOf: async () => [], ...options },
    {
      turns,
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

  const VARIANTS = ['/p?a=1', '/p?a=2', '/p?a=3']
  const shop =
    (links: string[], page: Page | undefined) =>
    (path: string): Page | undefined => {
      if (path === '/') return { links }
      if (path === '/p') return page
      if (VARIANTS.includes(path)) return { names: '/p' }
    }
  const duplicates = Object.fromEntries(VARIANTS.map((path) => [path, 'duplicate /p']))

  it.each([
    { name: 'before it', links: [...VARIANTS, '/p'] },
    { name: 'after it', links: ['/p', ...VARIANTS] },
  ])('stay left out on a day when that page is not available: found $name', async ({ links }) => {
    const first = await read(shop(links, {}))
    expect(first.found).toMatchObject({ '/': 'added', '/p': 'added', ...duplicates })
    const second = await read(shop(links, { status: 503 }), { known: first.known })
    expect(second.found).toMatchObject({ '/': 'unchanged', '/p': 'failed', ...duplicates })
    const third = await read(shop(links, {}), { known: second.known })
    expect(third.found).toMatchObject({ '/': 'unchanged', '/p': 'unchanged', ...duplicates })
  })

  it('are read themselves if that page is refused permanently, and are not gone on a day without an answer', async () => {
    const links = ['/p', ...VARIANTS]
    const first = await read(shop(links, { status: 403 }))
    expect(first.found).toMatchObject({ '/p': 'failed', '/p?a=1': 'added', '/p?a=3': 'added' })
    const second = await read(shop(links, { status: 500 }), { known: first.known })
    expect(second.found).toMatchObject(duplicates)
  })

  it.each([
    { name: 'before it', links: ['/new?print=1', '/new', '/new?sort=1'] },
    { name: 'after it', links: ['/new', '/new?print=1', '/new?sort=1'] },
    { name: 'before and after it', links: ['/new?print=1', '/new?sort=1', '/new'] },
  ])('are duplicates of the page to which that address redirects: found $name', async ({ links }) => {
    const { found } = await read((path) => {
      if (path === '/') return { links }
      if (path === '/old') return { redirects: '/older' }
      if (path === '/older') return { redirects: '/new' }
      if (links.includes(path)) return { names: '/old' }
    })
    expect(found).toMatchObject({
      '/new': 'added',
      '/new?print=1': 'duplicate /new',
      '/new?sort=1': 'duplicate /new',
    })
  })

  it('wait for an address with a slash to which that address redirects', async () => {
    const { found } = await read((path) => {
      if (path === '/') return { links: ['/p/?sort=1', '/p/'] }
      if (path === '/p') return { redirects: '/p/' }
      if (path.startsWith('/p/')) return { names: '/p' }
    })
    expect(found).toMatchObject({ '/p/': 'added', '/p/?sort=1': 'duplicate /p/' })
  })

  it('are read if that address redirects in a circle, or back to one that waits', async () => {
    const pages: Record<string, Page> = {
      '/': { links: ['/x', '/a', '/b'] },
      '/x': { names: '/ring/1' },
      '/ring/1': { redirects: '/ring/2' },
      '/ring/2': { redirects: '/ring/1' },
      '/a': { names: '/b' },
      '/b': { names: '/c' },
      '/c': { redirects: '/a' },
    }
    const { found } = await read((path) => pages[path])
    expect(found).toMatchObject({ '/x': 'added', '/b': 'added', '/a': 'duplicate /b' })
  })
})
