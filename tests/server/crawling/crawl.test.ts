import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { statusFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { createGuardedFetch } from '../../../server/kernel/fetching/guarded-fetch.ts'
import { crawl } from '../../../server/knowledge/crawling/crawl.ts'
import type { CrawlEvent, CrawledPage, CrawlOptions } from '../../../server/knowledge/crawling/crawl.types.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards } from '../../harness/serve.ts'
import { PAGES, pathOf, startSite } from '../../harness/site.ts'

const FORBIDDEN = '127.0.0.2'
const NAMES: Record<string, string[]> = { 'site.test': ['127.0.0.1'], 'www.site.test': ['127.0.0.1'] }
const TREE = Array.from({ length: PAGES }, (_, index) => pathOf(index + 1))

describe('[S7.32] a crawl', async () => {
  let trespasses = 0
  const waits: number[] = []

  const names = closedAfterwards(await startNameServer((name) => NAMES[name]))
  const site = closedAfterwards(await startSite(FORBIDDEN))
  const origin = `http://site.test:${site.port}`
  const forbidden = createServer((_, response) => {
    trespasses++
    response.end()
  })
  forbidden.listen(site.port, FORBIDDEN)
  await once(forbidden, 'listening')
  afterAll(() => {
    forbidden.closeAllConnections()
    forbidden.close()
  })
  const guarded = closedAfterwards(
    createGuardedFetch({
      allowedNetworks: ['127.0.0.1/32'],
      ports: [site.port, 443],
      nameServers: [names.address],
      limits: { headersTime: 1_500 },
    }),
  )

  /** Time passes when it is waited for. */
  const turns = () => {
    let now = 0
    return createHostTurns({
      now: () => now,
      waitFor: async (ms) => {
        waits.push(ms)
        now += ms
      },
    })
  }
  type Options = Partial<Omit<CrawlOptions, 'known'>> & { known?: ReadonlyMap<string, CrawledPage> }
  const read = async (options: Options = {}, signal?: AbortSignal) => {
    const events: CrawlEvent[] = []
    // What does not answer is waited for where a test is about it.
    const linksOf = async (url: string) => options.known?.get(url)?.links ?? []
    const all = { start: origin, kind: 'site' as const, exclude: ['/slow'], linksOf, ...options }
    const parts = { fetch: guarded.fetch, turns: turns(), ...(signal && { signal }) }
    for await (const event of crawl(all, parts)) events.push(event)
    const pages = events.filter((event) => event.kind === 'page')
    const skipped = events.filter((event) => event.kind === 'skipped')
    const path = (url: string) => url.replace(origin, '')
    return {
      events,
      pages,
      paths: pages.map(({ url }) => path(url)),
      skipped: Object.fromEntries(
        skipped.map(({ url, reason, to, error }) => [
          path(url),
          [reason, to && path(to), error?.code].filter(Boolean).join(' '),
        ]),
      ),
      gone: events.flatMap((event) => (event.kind === 'gone' ? [path(event.key)] : [])),
    }
  }
  const remembered = (pages: CrawledPage[]) => new Map(pages.map((page) => [page.url, page]))

  it('reads one of two pages that each name the other as the one to read', async () => {
    const { paths, skipped } = await read({ start: `${origin}/twin/a`, kind: 'page' })
    expect(paths).toEqual(['/twin/b'])
    expect(skipped['/twin/a']).toBe('duplicate /twin/b')
  })

  it.each(['/docs', '/docs/index'])(
    'reads a page that names an address which redirects to it: %s',
    async (name) => {
      site.state.docsName = name
      for (const start of ['/docs/', '/docs', '/docs/index']) {
        const { paths } = await read({ start: `${origin}${start}`, kind: 'page' })
        expect(paths).toEqual(['/docs/'])
      }
      const known = remembered((await read({ start: `${origin}/docs/`, kind: 'page' })).pages)
      const again = await read({ start: `${origin}/docs/`, kind: 'page', known })
      expect([again.paths, again.gone]).toEqual([['/docs/'], []])
    },
  )

  it.each(['/missing', '/private/1', '/noindex', '/slow', '/film.mp4', '/leaves', '/pages/8'])(
    'reads a page itself if what it names as its own cannot be read: %s',
    async (name) => {
      const start = `${origin}/names?names=${name}`
      const { paths, skipped } = await read({ start, kind: 'page', exclude: ['/slow', '/pages/8'] })
      expect(paths).toEqual([`/names?names=${name}`])
      expect(Object.keys(skipped)).toEqual([name])
    },
  )

  it('leaves out all pages that name one that is read, whether before or after it', async () => {
    const { paths, skipped } = await read({
      start: `${origin}/names?names=/names?names=/pages/2`,
      kind: 'page',
    })
    expect(paths).toEqual(['/pages/2'])
    expect(skipped).toEqual({
      '/names?names=/pages/2': 'duplicate /pages/2',
      '/names?names=/names?names=/pages/2': 'duplicate /names?names=/pages/2',
    })
  })

  it('reads 300 pages by the rules of the site, and reports why others were left out', async () => {
    const asked = site.asked.length
    const { paths, pages, skipped, gone } = await read({ files: true, exclude: [] })
    const others = ['/only-in-sitemap', '/new', '/busy', '/behind-noindex', '/manual.pdf']
    expect([...paths].sort()).toEqual([...TREE, ...others].sort())
    expect(skipped).toEqual({
      '/private/1': 'robots',
      '/old': 'redirected /new',
      '/leaves': 'other_site https://elsewhere.test/there',
      '/into-private': 'failed private_address',
      '/ring/1': 'redirected /ring/2',
      '/ring/2': 'redirected /ring/1',
      '/slow': 'failed too_slow',
      '/huge': 'failed page_too_large',
      '/print?page=2': 'duplicate /pages/2',
      '/copy': 'duplicate /pages/3',
      '/noindex': 'noindex',
      '/unvouched': 'nofollow',
      '/never': 'nofollow',
      '/film.mp4': 'failed unsupported_content',
      '/missing': 'failed http_status',
      'https://elsewhere.test/': 'other_site',
      'http://elsewhere.test/a': 'other_site',
    })
    expect(gone).toEqual([])
    expect(trespasses).toBe(0)
    expect(site.mostTogether()).toBe(2)
    expect(waits).toEqual([3_000])
    // Each address once, but for the one that was busy.
    const requests = site.asked.slice(asked).map(({ path }) => path)
    expect(requests.filter((path, index) => requests.indexOf(path) !== index)).toEqual(['/busy'])
    expect(pages[0]).toMatchObject({
      url: `${origin}/`,
      title: 'Page 1',
      depth: 0,
      status: 200,
      contentType: 'text/html',
      change: 'added',
    })
    expect(pages[0]!.body!.toString()).toContain('This is page 1.')
    expect(pages.find(({ url }) => url.endsWith('manual.pdf'))).toMatchObject({
      title: 'manual.pdf',
      contentType: 'application/pdf',
    })
  })

  it('reads a page itself if what it names is deeper than it may go', async () => {
    const [page] = (await read({ start: `${origin}/names`, kind: 'page' })).pages
    const path = '/names?names=/pages/5'
    const { paths, gone } = await read({ depth: 1, known: new Map([[`${origin}${path}`, page!]]) })
    expect(paths).toContain(path)
    expect(paths).not.toContain('/pages/5')
    expect(gone).toEqual([])
  })

  it('reads them in the same order each time', async () => {
    const [one, other] = [await read({ pagesMax: 40 }), await read({ pagesMax: 40 })]
    expect(one.paths).toHaveLength(40)
    expect(other.paths).toEqual(one.paths)
    expect(one.paths.slice(0, 3)).toEqual(['/', '/only-in-sitemap', '/pages/2'])
    expect(Object.values(one.skipped)).toContain('limit')
  })

  it('sees a second time what was added, changed and taken away, and asks only for that', async () => {
    const first = await read()
    Object.assign(site.state, { changed: [4, 5], removed: [300], added: [301] })
    const known = remembered(first.pages)
    known.set(`${origin}/unlinked`, { ...first.pages[0]!, contentHash: 'x' })
    const asked = site.asked.length
    const second = await read({ known })
    const changes = (change: string) =>
      second.pages.flatMap((page) => (page.change === change ? [page.url.replace(origin, '')] : [])).sort()
    expect(changes('added')).toEqual(['/pages/301'])
    // The first page links to the new one, so that its text is another one, too.
    expect(changes('changed')).toEqual(['/', '/pages/4', '/pages/5'])
    expect(second.gone).toEqual(['/pages/300', '/unlinked'])
    expect(changes('unchanged')).toHaveLength(first.pages.length - 4)
    for (const page of second.pages) expect(page.body === null).toBe(page.change === 'unchanged')
    const notModified = site.asked.slice(asked).filter(({ status }) => status === 304)
    // All pages with an even number but for the changed and the removed one.
    expect(notModified).toHaveLength(PAGES / 2 - 2)
    const third = await read({ known: remembered(second.pages) })
    expect(third.pages.filter(({ change }) => change !== 'unchanged')).toEqual([])
    expect(third.gone).toEqual([])
    Object.assign(site.state, { changed: [], removed: [], added: [] })
  })

  it('does not report a page as gone that was not requested or did not respond', async () => {
    const first = await read()
    const known = remembered(first.pages)
    known.set(`${origin}/slow`, first.pages[1]!)
    const limited = await read({ known, pagesMax: 10, exclude: [] })
    expect(limited.gone).toEqual([])
    expect((await read({ known, exclude: [] })).gone).toEqual([])
    expect((await read({ known, exclude: ['/pages/9'] })).gone).toContain('/pages/9')
  })

  it('asks for known pages beyond its limit, and misses those that have gone', async () => {
    const known = remembered((await read({ pagesMax: 40 })).pages)
    // The first is linked, the other two are not.
    for (const path of ['/pages/12', '/unlinked', '/pages/299'])
      known.set(`${origin}${path}`, { ...known.get(`${origin}/`)!, etag: null })
    site.state.removed = [12]
    const { pages, paths, gone, skipped } = await read({ known, pagesMax: 5 })
    expect(gone.sort()).toEqual(['/pages/12', '/unlinked'])
    expect(pages.filter(({ change }) => change === 'added')).toEqual([])
    expect([...paths].sort()).toEqual(
      [...known.keys()]
        .map((key) => key.replace(origin, ''))
        .filter((path) => !gone.includes(path))
        .sort(),
    )
    expect(Object.entries(skipped).filter(([, why]) => why === 'limit')).not.toEqual([])
    site.state.removed = []
  })

  it('misses pages that a sitemap no longer lists, also if it lists more than may be read', async () => {
    const [two] = (await read({ start: `${origin}/pages/2`, kind: 'page' })).pages
    const known = new Map(['/pages/2/', '/pages/9'].map((path) => [`${origin}${path}`, two!]))
    const { paths, gone } = await read({
      kind: 'sitemap',
      start: `${origin}/sitemap.xml`,
      known,
      pagesMax: 1,
    })
    expect([paths, gone]).toEqual([['/only-in-sitemap', '/pages/2'], ['/pages/9']])
  })

  it('misses nothing if a part of a sitemap answers with something else, and names the part', async () => {
    const known = remembered((await read({ start: `${origin}/pages/9`, kind: 'page' })).pages)
    site.state.part = 'upstream request timeout'
    const { gone, skipped } = await read({ kind: 'sitemap', start: `${origin}/sitemap.xml`, known })
    site.state.part = null
    expect([gone, skipped]).toEqual([[], { '/sitemap-1.xml.gz': 'failed unsupported_content' }])
  })

  it('shows in a preview what it would read, without its content', async () => {
    const { pages } = await read({ keepBodies: false, depth: 1 })
    expect(pages.map(({ body }) => body).every((body) => body === null)).toBe(true)
    expect(pages.find(({ url }) => url.endsWith('/pages/3'))?.title).toBe('Page 3')
  })

  it('goes no deeper than it may', async () => {
    const { paths, skipped } = await read({ depth: 1 })
    expect(paths).toContain('/pages/4')
    expect(skipped['/pages/5']).toBe('depth')
    expect((await read({ depth: 0 })).paths).toEqual(['/'])
  })

  it.each([500, 5])('misses what is deeper than it may go now, at most %i pages', async (pagesMax) => {
    const { pages } = await read({ depth: 3, pagesMax: 40 })
    const deep = pages.filter(({ depth }) => depth > 1).map(({ url }) => url.replace(origin, ''))
    expect(pages.some(({ depth }) => depth > 2)).toBe(true)
    const { gone } = await read({ depth: 1, pagesMax, known: remembered(pages) })
    expect(gone.sort()).toEqual(deep.sort())
  })

  it('misses the files that it knows when files are not wanted any more', async () => {
    const known = remembered((await read({ depth: 1, files: true })).pages)
    const { gone, skipped } = await read({ depth: 1, known })
    expect([gone, skipped['/manual.pdf']]).toEqual([['/manual.pdf'], 'excluded'])
  })

  it('reads what patterns include and do not exclude, and follows the first page all the same', async () => {
    const { paths, skipped } = await read({ include: ['/pages/*2$', '/only'], exclude: ['/pages/1'] })
    expect(paths).toEqual(['/only-in-sitemap', '/pages/2'])
    expect(skipped['/']).toBe('excluded')
    expect(skipped['/pages/3']).toBe('excluded')
  })

  it('reads one page, or the pages of a sitemap', async () => {
    expect((await read({ kind: 'page', start: `${origin}/pages/7?utm_medium=x#y` })).paths).toEqual([
      '/pages/7',
    ])
    expect((await read({ kind: 'page', start: `${origin}/old` })).paths).toEqual(['/new'])
    expect((await read({ kind: 'page', start: `${origin}/manual.pdf` })).paths).toEqual(['/manual.pdf'])
    const listed = await read({ kind: 'sitemap', start: `${origin}/sitemap.xml` })
    expect(listed.pages.flatMap(({ links }) => links)).toEqual([])
    expect(listed.paths).toEqual(['/only-in-sitemap', '/pages/2'])
    const known = remembered((await read({ kind: 'page', start: `${origin}/pages/9` })).pages)
    expect((await read({ kind: 'sitemap', start: `${origin}/sitemap.xml`, known })).gone).toEqual([
      '/pages/9',
    ])
    const broken = await read({ kind: 'sitemap', start: `${origin}/missing`, known })
    expect([broken.gone, broken.skipped]).toEqual([[], { '/missing': 'failed http_status' }])
  })

  it('says why a site cannot be read at all', async () => {
    const reasons = async (start: string) => Object.values((await read({ start })).skipped)
    expect(await reasons(`http://${FORBIDDEN}:${site.port}/`)).toEqual(['robots_unreachable private_address'])
    expect(await reasons(`http://unknown.test:${site.port}/`)).toEqual(['robots_unreachable unresolvable'])
    expect(await reasons('ftp://site.test/')).toEqual(['failed invalid_address'])
    expect(trespasses).toBe(0)
  })

  it('goes on under the name that the site redirects to', async () => {
    const start = `http://www.site.test:${site.port}/`
    const { paths, skipped } = await read({ start, depth: 1 })
    expect(paths.slice(0, 3)).toEqual(['/', '/only-in-sitemap', '/pages/2'])
    expect(skipped).not.toHaveProperty('/')
    expect(site.asked.at(-1)?.host).toBe(`site.test:${site.port}`)
  })

  it('knows the pages of a site that has moved to another scheme or host, or to addresses with a slash', async () => {
    const { pages } = await read({ depth: 1 })
    const moved = new Map(
      pages.map((page) => [page.url.replace('http://', 'https://www.').replace(/([^/])$/, '$1/'), page]),
    )
    const asked = site.asked.length
    const linked: string[] = []
    const again = await read({
      depth: 1,
      known: moved,
      linksOf: async (key) => {
        linked.push(key)
        return moved.get(key)?.links ?? []
      },
    })
    expect(again.pages.map(({ change }) => change)).toEqual(pages.map(() => 'unchanged'))
    expect(again.pages.map(({ key }) => key)).toEqual([...moved.keys()])
    expect(again.paths).toEqual(pages.map(({ url }) => url.replace(origin, '')))
    expect(again.gone).toEqual([])
    const unsent = site.asked.slice(asked).filter(({ status }) => status === 304).length
    expect(unsent).toBeGreaterThan(0)
    expect(linked).toHaveLength(unsent)
    expect(linked.every((key) => moved.has(key))).toBe(true)
  })

  it('takes two addresses that differ in a slash for one page, and misses the other one', async () => {
    const [page] = (await read({ start: `${origin}/both`, kind: 'page' })).pages
    const known = new Map([`${origin}/both`, `${origin}/both/`].map((url) => [url, page!]))
    const { pages, skipped, gone } = await read({ depth: 0, known })
    expect(pages.at(-1)).toMatchObject({ url: `${origin}/both`, key: `${origin}/both`, change: 'unchanged' })
    expect(skipped['/both/']).toBe('duplicate /both')
    expect(gone).toEqual(['/both/'])
  })

  it('reads a site without rules, none whose rules cannot be read, and waits as long as they say', async () => {
    const before = site.state.robots
    const under = async (status: number, text = '') => {
      site.state.robots = { status, text }
      return await read({ depth: 1, pagesMax: 4 })
    }
    expect((await under(404)).paths).toHaveLength(4)
    for (const status of [500, 429])
      expect((await under(status)).skipped['/']).toBe('robots_unreachable http_status')
    const nothing = await under(200, 'User-agent: lectern\nDisallow: /\n\nUser-agent: *\nAllow: /')
    expect([nothing.paths, nothing.skipped['/']]).toEqual([[], 'robots'])
    waits.length = 0
    await under(200, 'User-agent: *\nCrawl-delay: 2')
    expect(waits.length).toBeGreaterThan(3)
    expect(new Set(waits)).toEqual(new Set([2_000]))
    site.state.robots = before
  })

  it.each([1, 2, 3, 6])('ends where the site asks for a long pause: request %i', async (busyFrom) => {
    let requests = 0
    const events = crawl(
      { start: origin, kind: 'site', depth: 1 },
      {
        turns: turns(),
        fetch: async (...asked) => {
          if (++requests < busyFrom) return guarded.fetch(...asked)
          throw statusFailure({ status: 429, retryAfter: 120_000 })
        },
      },
    )
    const end = (async () => {
      for await (const event of events) expect(event.kind).not.toBe('gone')
    })()
    await expect(end).rejects.toMatchObject({ status: 429, retryAfter: 120_000 })
    expect(requests).toBeLessThanOrEqual(busyFrom + 2)
  })

  it('goes on without a page that is not available for long, asking for it once', async () => {
    const requested: string[] = []
    const events = crawl(
      { start: origin, kind: 'site', depth: 1 },
      {
        turns: turns(),
        fetch: async (address, options) => {
          requested.push(address)
          if (!address.endsWith('/pages/2')) return guarded.fetch(address, options)
          throw statusFailure({ status: 503, retryAfter: 120_000 })
        },
      },
    )
    const found: CrawlEvent[] = []
    for await (const event of events) found.push(event)
    const ofPage = (path: string) =>
      found
        .filter((event) => event.kind !== 'gone' && event.url === `${origin}${path}`)
        .map(({ kind }) => kind)
    expect([ofPage('/pages/2'), ofPage('/pages/3')]).toEqual([['skipped'], ['page']])
    expect(requested.filter((address) => address.endsWith('/pages/2'))).toHaveLength(1)
  })

  it('ends with the failure if nothing can be read for the moment', async () => {
    const known = remembered((await read({ depth: 1 })).pages)
    const unresolvable = { start: `http://unknown.test:${site.port}/`, known }
    await expect(read(unresolvable)).rejects.toMatchObject({ reason: { code: 'unresolvable' } })
    for (const kind of ['page', 'site', 'sitemap'] as const) {
      site.state.badDay = (_, response) => response.writeHead(502).end()
      await expect(read({ kind, known })).rejects.toMatchObject({ status: 502 })
      site.state.badDay = (_, response) => response.writeHead(404).end()
      expect((await read({ kind })).paths).toEqual([])
    }
    site.state.badDay = null
  })

  it('keeps a page that has become too large', async () => {
    const known = remembered((await read({ kind: 'page' })).pages)
    const large = '<p>long</p>'.repeat(1_000_000)
    site.state.badDay = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(large)
    const { skipped, gone } = await read({ kind: 'page', known })
    site.state.badDay = null
    expect([skipped['/'], gone]).toEqual(['failed page_too_large', []])
  })

  it('says at once that a page is no sitemap', async () => {
    const start = `${origin}/pages/1`
    expect((await read({ start, kind: 'sitemap' })).skipped['/pages/1']).toBe('failed unsupported_content')
  })

  it('keeps a page whose shorter way fails for a day, although the longer one is too long', async () => {
    const links: Record<string, string[]> = {
      '/': ['/q', '/x'],
      '/q': ['/p'],
      '/x': ['/r'],
      '/r': ['/p'],
      '/p': [],
    }
    let failing = ''
    site.state.badDay = ({ url = '' }, response) => {
      const known = links[url]
      if (!known || url === failing) return response.writeHead(known ? 503 : 404).end()
      const body = known.map((to) => `<a href="${to}">${to}</a>`).join('')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>The page ${url}</p>${body}`)
    }
    const { pages, paths } = await read({ depth: 2 })
    failing = '/q'
    const { gone } = await read({ depth: 2, known: remembered(pages) })
    site.state.badDay = null
    expect([paths.sort(), gone]).toEqual([['/', '/p', '/q', '/r', '/x'], []])
  })

  it('ends when it is cancelled', async () => {
    const calledOff = new AbortController()
    const events = crawl(
      { start: origin, kind: 'site' },
      { fetch: guarded.fetch, turns: turns(), signal: calledOff.signal },
    )
    await events.next()
    calledOff.abort(new Error('called off'))
    await expect(
      (async () => {
        for await (const _ of events);
      })(),
    ).rejects.toThrow('called off')
  })
})
