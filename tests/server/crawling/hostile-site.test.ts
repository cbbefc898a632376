import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { crawl } from '../../../server/crawling/crawl.ts'
import type { CrawlEvent, CrawlOptions } from '../../../server/crawling/crawl.types.ts'
import { createGuardedFetch } from '../../../server/fetching/guarded-fetch.ts'
import { HELD_MAX, watchLoop } from '../../harness/loop-watch.ts'
import { nightly } from '../../harness/runs.ts'

/** Each of them meets each pattern. */
const LINKS = nightly(300, 60)

type Pages = Readonly<Record<string, string | Buffer>>

const links = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => `<a href="/${n}${'a'.repeat(length)}">x</a>`).join('')

describe('a hostile site does not hold the server', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  /** Events of a crawl of these pages, and the longest hold of this thread meanwhile, in ms. */
  const read = async (pages: Pages, options: Partial<CrawlOptions> = {}) => {
    const server = createServer((request, response) => {
      const page = pages[request.url ?? '']
      response.statusCode = page === undefined ? 404 : 200
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/plain')
      response.end(page)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const guarded = createGuardedFetch({ allowedNetworks: ['127.0.0.1/32'], ports: [port] })
    closing.push(guarded.close, async () => {
      server.close()
      server.closeAllConnections()
    })
    const parts = { fetch: guarded.fetch, signal: AbortSignal.timeout(60_000) }
    const start = `http://127.0.0.1:${port}/`
    const events: CrawlEvent[] = []
    const watch = watchLoop()
    for await (const event of crawl({ start, kind: 'site', pagesMax: 1, ...options }, parts))
      events.push(event)
    return { events, held: watch.end() }
  }
  const skippedFor = (events: CrawlEvent[], reason: string) =>
    events.filter((event) => event.kind === 'skipped' && event.reason === reason).length

  it('[attack C1] by patterns full of stars and a page of long links', async () => {
    const stars = Array.from({ length: 50 }, (_, n) => `/${'*a'.repeat(80)}${n}b`)
    const { events, held } = await read(
      { '/': links(LINKS, 900) },
      { include: stars, exclude: stars, pagesMax: 5 },
    )
    expect(skippedFor(events, 'excluded')).toBe(LINKS + 1)
    expect(held).toBeLessThan(HELD_MAX)
  })

  it('[knowledge H4] by rules full of stars', async () => {
    const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(10)}*b\n`.repeat(600)}`
    const { events, held } = await read({ '/robots.txt': rules, '/': links(40, 900) }, { pagesMax: 30 })
    expect(events.length).toBeGreaterThan(30)
    expect(held).toBeLessThan(HELD_MAX)
  })

  it('[attack H1] by a packed sitemap of 30 MB', async () => {
    const entry = '<url><loc>http://127.0.0.1/a</loc><lastmod>2026-01-01</lastmod></url>'
    const sitemap = gzipSync(`<urlset>${entry.repeat(430_000)}</urlset>`)
    const { held } = await read({ '/sitemap.xml': sitemap, '/': 'Hello' })
    expect(held).toBeLessThan(HELD_MAX)
  })

  it('[attack H1] by a page of 60,000 links', async () => {
    const { events, held } = await read({ '/': `<title>Many</title>${links(60_000, 60)}` })
    expect(events.filter(({ kind }) => kind === 'page')).toHaveLength(1)
    expect(held).toBeLessThan(HELD_MAX)
  })
})
