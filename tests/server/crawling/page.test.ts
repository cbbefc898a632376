import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileNameOf } from '../../../server/kernel/fetching/media-types.ts'
import { createSite, normalized } from '../../../server/knowledge/crawling/addresses.ts'
import { readPage } from '../../../server/knowledge/crawling/page.ts'
import { createSelection, readRobots } from '../../../server/knowledge/crawling/rules.ts'
import { readSitemap } from '../../../server/knowledge/crawling/sitemap.ts'

const ADDRESS = 'https://site.test/docs/a'
const read = (html: string, robotsTag: string | null = null) => readPage(html, ADDRESS, robotsTag)

describe('[S7.32] the address of a page', () => {
  it.each([
    ['HTTPS://Site.test:443/a/../b#part', 'https://site.test/b'],
    ['https://ann:x@site.test/?', 'https://site.test/'],
    ['https://site.test/?b=2&utm_source=x&a=1&gclid=3', 'https://site.test/?a=1&b=2'],
    ['https://site.test/?a=2&a=1&&q=%20+', 'https://site.test/?a=2&a=1&q=%20+'],
    ['https://site.test/a/', 'https://site.test/a/'],
    ['mailto:ann@site.test', null],
    ['https://[', null],
    [`https://site.test/${'a'.repeat(1_000)}`, null],
  ])('%s is %s', (href, expected) => {
    expect(normalized(href)).toBe(expected)
  })

  it('belongs to its site with and without www and TLS, and to no other', () => {
    const site = createSite('http://www.site.test/')
    for (const [address, isHeld] of [
      ['https://site.test/a', true],
      ['http://sub.site.test/', false],
      ['http://site.test:8080/', false],
      ['http://site.test.evil.test/', false],
    ] as const)
      expect([address, site.holds(address)]).toEqual([address, isHeld])
    site.moveTo('https://site.test/start')
    expect(site.ownSpelling('http://www.site.test/a?b')).toBe('https://site.test/a?b')
  })

  it.each([
    ['https://site.test/docs/guide', 'text/html', 'guide.html'],
    ['https://site.test/a%20b.PDF', 'application/pdf', 'a b.PDF'],
    ['https://site.test/', 'text/html', 'site.test.html'],
    ['https://site.test/notes.md', 'text/plain', 'notes.md'],
    ['https://site.test/%E0%A4%A', 'text/plain', '%E0%A4%A.txt'],
    ['https://site.test/download.php', 'application/pdf', 'download.php.pdf'],
    ['https://site.test/x.bin', 'application/octet-stream', 'x.bin'],
  ])('%s of the type %s is named %s', (address, type, name) => {
    expect(fileNameOf(address, type)).toBe(name)
  })
})

describe('[S7.32] what a crawl reads of a page', () => {
  it('is its title, its links in their order, and what it says of itself', () => {
    const page = read(`<title> The
      page </title><link rel="canonical" href="/docs/a?b=1"><h1>Else</h1>
      <a href="b#x">b</a><a href="/c?utm_source=1">c</a><a href=b>again</a><area href="d">
      <a href="e" rel="external nofollow">e</a><a href="mailto:a@b.c">m</a><a>none</a><a href="http://[">x</a>`)
    expect(page).toMatchObject({
      title: 'The page',
      canonical: 'https://site.test/docs/a?b=1',
      isIndexed: true,
      links: ['https://site.test/docs/b', 'https://site.test/c', 'https://site.test/docs/d'],
      unfollowed: ['https://site.test/docs/e'],
    })
  })

  it.each([
    ['0; url=/new', 'https://site.test/new'],
    ["5;URL='https://site.test/new'", 'https://site.test/new'],
    ['0, /new', 'https://site.test/new'],
    ['600; url=/new', null],
    ['30', null],
    ['', null],
  ])('[knowledge low] is where it leads on to by itself: %s', (content, canonical) => {
    expect(read(`<meta http-equiv="Refresh" content="${content}">`)).toMatchObject({ canonical })
  })

  it('counts links from the base that the page names first', () => {
    const html = '<base href="/other/"><base href="https://evil.test/"><a href="x">x</a>'
    expect(read(html).links).toEqual(['https://site.test/other/x'])
  })

  it('has links up to a total length, however long the base makes them', () => {
    const anchors = Array.from(
      { length: 5_000 },
      (_, n) => `<a href="${n}" rel="${n % 2 ? 'nofollow' : ''}">`,
    )
    const { links, unfollowed } = read(`<base href="/${'a'.repeat(900)}/">${anchors.join('')}`)
    expect(links[0]).toMatch(/a\/0$/)
    expect([...links, ...unfollowed].join('').length).toBeLessThanOrEqual(100_000)
  })

  it('has a title that is never cut within an emoji', () => {
    expect(read(`<title>${'a'.repeat(199)}😀 and more</title>`).title).toBe('a'.repeat(199))
    expect(read(`<title>${'a'.repeat(198)}😀 and more</title>`).title).toBe(`${'a'.repeat(198)}😀`)
  })

  it('has its first heading for a title where it has none', () => {
    expect(read('<svg><title>icon</title></svg><h1>One <i>two</i></h1><h1>three</h1>').title).toBe('One two')
  })

  it.each([
    ['<meta name="ROBOTS" content="NoIndex, follow">', null, false, 1],
    ['<meta name="robots" content="none">', null, false, 0],
    ['<meta name="lectern" content="nofollow">', null, true, 0],
    ['<meta name="googlebot" content="noindex">', null, true, 1],
    ['', 'noindex', false, 1],
    ['', 'otherbot: noindex, lectern: nofollow', true, 0],
    ['', 'unavailable_after: 25 Jun 2030 15:00:00 PST', true, 1],
  ])('obeys %s and the header %s', (meta, header, isIndexed, links) => {
    const page = read(`${meta}<a href="b">b</a>`, header)
    expect([page.isIndexed, page.links.length]).toEqual([isIndexed, links])
  })

  it('is the same page as long as it says the same', () => {
    const one = read('<title>a</title><script>1</script><p class="x">Some <b>text</b>')
    expect(read('<title>a</title><script>2</script><p>Some\n<b>text</b></p>').contentHash).toBe(
      one.contentHash,
    )
    expect(read('<title>a</title><p>Some <b>texts</b>').contentHash).not.toBe(one.contentHash)
  })

  it.each([
    ['depth', '<div>'.repeat(500_000)],
    ['ends', `${'<i>'.repeat(490)}${'</b>'.repeat(500_000)}`],
    ['open tags', '<a href='.repeat(300_000)],
    ['attributes', `<a ${'x=y '.repeat(500_000)}>`],
    ['links', Array.from({ length: 100_000 }, (_, n) => `<a href="/${n}">`).join('')],
    ['comments', '<!--'.repeat(500_000)],
  ])('is read in one pass, however much %s it has', (_what, html) => {
    expect(read(html).links.length).toBeLessThanOrEqual(5_000)
  })
})

describe('[S7.32] the rules of a crawl', () => {
  it('are those for us, else those for all', () => {
    const robots = readRobots(
      'http://site.test',
      'User-agent: *\nDisallow: /\nUser-agent: Lectern\nDisallow: /a*b\nAllow: /a1b\nCrawl-delay: 120\nSitemap: http://site.test/s.xml',
    )
    const allowed = ['/', '/a2b', '/a1b', '/a2bc'].map((path) =>
      robots.allows(`https://www.site.test${path}`),
    )
    expect(allowed).toEqual([true, false, true, false])
    expect([robots.delay, robots.sitemaps]).toEqual([30_000, ['http://site.test/s.xml']])
  })

  it('select by beginnings of paths, with * for anything and $ for the end', () => {
    const isSelected = createSelection({ include: ['/docs', '/*.html$'], exclude: ['/docs/old', '/*?print'] })
    const selected = ['/docs', '/docs/a', '/a/b.html', '/a.html?x', '/docs/old/a', '/docs/a?print=1', '/b']
    expect(selected.map((path) => isSelected(`http://site.test${path}`))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(createSelection({})('http://site.test/a')).toBe(true)
    // What is entered stays one pattern.
    expect(createSelection({ exclude: ['/a\nDisallow: /'] })('http://site.test/b')).toBe(true)
  })

  it('are matched in one pass: a pattern of many stars costs no more', () => {
    const isSelected = createSelection({ exclude: [`/${'*a'.repeat(100)}b`] })
    expect(isSelected(`http://site.test/${'a'.repeat(900)}`)).toBe(true)
  })
})

describe('[S7.32] a sitemap', () => {
  const urls = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc> ${path} </loc></url>`).join('')}</urlset>`

  it('is read as XML, packed, as an index and as a list', () => {
    const xml = `<?xml version="1.0"?>${urls('http://a/?a=1&amp;b=2', '<![CDATA[http://b/]]>')}`
    const pages = ['http://a/?a=1&b=2', 'http://b/']
    expect(readSitemap(Buffer.from(xml))).toEqual({ sitemaps: [], pages })
    expect(readSitemap(gzipSync(xml))).toEqual({ sitemaps: [], pages })
    expect(readSitemap(Buffer.from('http://a/\nhttp://b/')).pages).toEqual(['http://a/', 'http://b/'])
    const index = '<sitemapindex><sitemap><loc>http://a/1</loc></sitemap></sitemapindex>'
    expect(readSitemap(Buffer.from(index))).toEqual({ sitemaps: ['http://a/1'], pages: [] })
  })

  it('may have been emptied', () => {
    expect(readSitemap(Buffer.from(urls()))).toEqual({ sitemaps: [], pages: [] })
  })

  it('names pages, and not their images', () => {
    const xml =
      '<urlset xmlns:i="i"><url><loc>http://a/</loc><i:image><i:loc>http://a/b.png</i:loc></i:image></url></urlset>'
    expect(readSitemap(Buffer.from(xml)).pages).toEqual(['http://a/'])
  })

  it.each([
    ['entities', Buffer.from(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${urls('&b;')}`)],
    [
      'a file of this machine',
      Buffer.from(`<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${urls('&a;')}`),
    ],
    ['depth', Buffer.from('<a>'.repeat(100_000))],
    ['a bomb', gzipSync(Buffer.alloc(60 * 1024 * 1024, '<'))],
    ['nothing in it', Buffer.from('')],
    ['an error in JSON', Buffer.from('{"error":"backend timeout"}')],
    ['a line of text', Buffer.from('upstream request timeout')],
    ['a page that is none', Buffer.from('<!doctype html><html><body><p>Hello<br></body>')],
  ])('with %s is refused', (_what, bytes) => {
    expect(() => readSitemap(bytes)).toThrow()
  })
})
