import { setImmediate } from 'node:timers/promises'
import { FetchFailure, failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { Fetched } from '../../kernel/fetching/guarded-fetch.ts'
import { fileNameOf, isPage } from '../../kernel/fetching/media-types.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { createSite, normalized } from './addresses.ts'
import type { CrawlEvent, CrawledPage, CrawlOptions, CrawlParts, KnownPage } from './crawl.types.ts'
import { createFrontier, type Entry } from './frontier.ts'
import { createHostTurns, inTurns } from './host-turns.ts'
import { createLeaving } from './leaving.ts'
import { createOutcomes } from './outcomes.ts'
import { fetchRobots, pagesOfSitemaps } from './site-files.ts'
import { createSiteReader } from './site-reader.ts'
import { skip } from './skip.ts'
import { createVisits, type Outcome, PAGE_BYTES_MAX } from './visiting.ts'

const DEPTH = 5
const PAGES_MAX = 500
/** Requests beyond the number of pages, for what turns out to be none: duplicates, redirects, failures. */
const SPARE_REQUESTS = 2_000
const HOPS_MAX = 5
/** Addresses of a sitemap added at once; other work runs in between. */
const ADDED_TOGETHER = 1_000
/**
 * Reads the pages of a site according to its rules, always in the same order, and reports the result for each
 * address. Nothing is stored here; the crawl waits while a page is consumed.
 * @throws FetchFailure with `retryAfter` if the site asks for a long pause; a passing one if no known page could be read
 */
export async function* crawl(options: CrawlOptions, parts: CrawlParts): AsyncGenerator<CrawlEvent, void> {
  const {
    kind,
    depth = DEPTH,
    pagesMax = PAGES_MAX,
    files = false,
    keepBodies = true,
    known = new Map(),
    linksOf = async () => [],
  } = options
  const start = normalized(options.start)
  if (!start) return yield skip(options.start, 'failed', { error: fetchFailure('invalid_address').reason })
  const ended = new AbortController()
  const signal = parts.signal ? AbortSignal.any([parts.signal, ended.signal]) : ended.signal
  const site = createSite(start)
  const frontier = createFrontier(site, depth)
  const { include, exclude } = options
  const reader = createSiteReader({ ...(include && { include }), ...(exclude && { exclude }) })
  let robots: Awaited<ReturnType<typeof reader.robots>> | null = null
  const ask = inTurns(parts.fetch, {
    turns: parts.turns ?? createHostTurns(),
    delay: () => robots?.delay ?? 0,
    signal,
    postpone: (failure) => ended.abort(failure),
  })

  const { pageOf } = frontier
  const hashes = new Map<string, string>()
  const outcomes = createOutcomes(pageOf, new Set(known.keys()))
  const { leave, leaveFor, isAnother, readThemselves } = createLeaving({ site, frontier, outcomes })
  const copyOf = (url: string) => known.get(outcomes.keyOf(url))
  // A file that a person names is wanted.
  const visited = createVisits({ kind, files: files || kind === 'page', ask, reader, copyOf, signal })
  let pages = 0
  let requests = 0
  let isListRead = true
  let failed = null as FetchFailure | null

  const moved = function* (entry: Entry, location: string): Generator<CrawlEvent> {
    const to = normalized(location) ?? location
    if (!site.holds(to)) return yield* leave(entry.url, 'other_site', { to })
    if (entry.hops >= HOPS_MAX)
      return yield* leave(entry.url, 'failed', { error: fetchFailure('too_many_redirects').reason })
    if (entry.depth === 0) site.moveTo(to)
    const isSpelling = frontier.isSame(entry.url, to)
    const next = { ...entry, url: isSpelling ? to : site.ownSpelling(to), hops: entry.hops + 1 }
    // The same page under the other scheme or host, or with a slash: it is requested there.
    if (pageOf(entry.url) === pageOf(to) && frontier.putFirst(next, isSpelling)) return
    frontier.putFirst(next)
    yield* leave(entry.url, 'redirected', { to: site.ownSpelling(to) })
  }

  const follow = function* (entry: Entry, links: string[]) {
    if (kind === 'site' && entry.isFollowed) yield* frontier.add(links, entry.depth + 1)
  }

  const take = function* (
    { url, depth: at, isFollowed }: Entry,
    found: KnownPage & Pick<CrawledPage, 'status' | 'links' | 'body'>,
  ): Generator<CrawlEvent> {
    const twin = outcomes.placeOf(url) ?? hashes.get(found.contentHash)
    if (twin !== undefined) return yield* leave(url, 'duplicate', { to: twin })
    hashes.set(found.contentHash, url)
    outcomes.take(url)
    pages++
    const key = outcomes.keyOf(url)
    const before = known.get(key)
    const isSame = before?.contentHash === found.contentHash
    const change = before ? (isSame ? 'unchanged' : 'changed') : 'added'
    const body = keepBodies && !isSame ? found.body : null
    // A page without links to it keeps the depth at which it was found.
    const depth = isFollowed ? at : (before?.depth ?? 0)
    yield { ...found, kind: 'page', key, url, depth, body, change, waiting: frontier.size() }
    for (const entry of outcomes.leftFor(url)) yield* leave(entry.url, 'duplicate', { to: url })
  }

  const fail = function* (url: string, error: FetchFailure) {
    failed ??= error
    if (error.isPassing) outcomes.postpone(url)
    else if (error.status !== 404 && error.status !== 410) outcomes.settle(url, 'here')
    yield* leave(url, 'failed', { error: error.reason })
  }

  const read = async function* (
    entry: Entry,
    answer: Fetched & { kind: 'fetched' },
  ): AsyncGenerator<CrawlEvent> {
    const { url } = entry
    const { bytes, contentType, etag, lastModified, status } = answer
    const common = { contentType, etag, lastModified, status, body: bytes }
    if (!isPage(contentType)) {
      const title = fileNameOf(url, contentType)
      return yield* take(entry, { ...common, title, contentHash: digestOf(bytes), links: [] })
    }
    if (bytes.length > PAGE_BYTES_MAX) return yield* fail(url, fetchFailure('page_too_large'))
    const page = await reader.page(bytes, url, answer.robotsTag).catch(failureOf)
    if (page instanceof FetchFailure) return yield* fail(url, page)
    const canonical = page.canonical && outcomes.endOf(page.canonical)
    if (!(await reader.address(url)).isSelected) yield* leave(url, 'excluded')
    else if (!page.isIndexed) yield* leave(url, 'noindex')
    else if (canonical && !entry.isOwn && isAnother(canonical, url))
      yield* leaveFor(entry, site.ownSpelling(canonical))
    else
      yield* take(entry, {
        ...common,
        title: page.title || fileNameOf(url, ''),
        contentHash: page.contentHash,
        links: kind === 'site' ? page.links : [],
      })
    yield* follow(entry, page.links)
    frontier.doubt(page.unfollowed)
  }

  const handle = async function* (entry: Entry, outcome: Outcome): AsyncGenerator<CrawlEvent> {
    const { url } = entry
    if (outcome.kind === 'refused') yield* leave(url, outcome.reason)
    else if (outcome.kind === 'failed') yield* fail(url, outcome.error)
    else if (outcome.kind === 'redirected') yield* moved(entry, outcome.location)
    else if (outcome.kind === 'fetched') yield* read(entry, outcome)
    else {
      const key = outcomes.keyOf(url)
      const links = kind === 'site' ? await linksOf(key) : []
      yield* take(entry, { ...known.get(key)!, status: 304, links, body: null })
      yield* follow(entry, links)
    }
  }

  const next = (ahead: number) =>
    requests + ahead < pagesMax + SPARE_REQUESTS ? frontier.take(pages + ahead >= pagesMax) : undefined

  const readWaiting = async function* (): AsyncGenerator<CrawlEvent> {
    for (;;) {
      for await (const { entry, outcome } of visited(next)) {
        if (outcome.kind !== 'refused') requests++
        yield* handle(entry, outcome)
      }
      // The page that they name never had a turn, for example because it is too deep.
      const left = outcomes.left()
      if (left.length === 0) return
      readThemselves(left)
    }
  }

  const fromSitemaps = async function* (addresses: string[], isAsked: boolean): AsyncGenerator<CrawlEvent> {
    const {
      pages: listed,
      failures,
      isWhole,
    } = await pagesOfSitemaps(addresses, ask, {
      signal,
      mayRead: site.holds,
      read: reader.sitemap,
    })
    for (const { address, error } of isAsked ? failures : []) {
      failed ??= failureOf(error)
      yield skip(address, 'failed', { error: failureOf(error).reason })
    }
    isListRead &&= isWhole
    for (let at = 0; at < listed.length; at += ADDED_TOGETHER) {
      yield* frontier.add(listed.slice(at, at + ADDED_TOGETHER), kind === 'site' ? 1 : 0)
      await setImmediate()
    }
  }

  try {
    const rules = await fetchRobots(site.origin(), ask)
    signal.throwIfAborted()
    if (rules instanceof FetchFailure) {
      // The first time, the address may be wrong.
      if (rules.isPassing && known.size > 0) throw rules
      return yield skip(start, 'robots_unreachable', { error: rules.reason })
    }
    robots = await reader.robots(site.origin(), rules)
    if (kind === 'sitemap') yield* fromSitemaps([start], true)
    else yield* frontier.add([start], 0)
    if (kind === 'site') {
      const named = robots.sitemaps
        .flatMap((address) => normalized(address, site.origin()) ?? [])
        .filter(site.holds)
      yield* fromSitemaps(named.length > 0 ? named : [`${site.origin()}/sitemap.xml`], named.length > 0)
    }
    yield* readWaiting()
    // A known page without links to it, or beyond the limit, may still exist.
    const unread = [...known.keys()].filter((url) => outcomes.of(url) !== 'here')
    const depthOf = (key: string) => known.get(key)?.depth ?? Math.min(1, depth)
    const unlinked = unread.map((url) => ({ url, depth: depthOf(url), hops: 0, isFollowed: false }))
    frontier.recall(unread, kind === 'site' ? unlinked : [])
    yield* readWaiting()
    if (pages === 0 && known.size > 0 && failed?.isPassing) throw failed
    const waiting = frontier.rest()
    const pagesWaiting = new Set(waiting.map(pageOf))
    for (const url of waiting) yield skip(url, 'limit')
    yield* frontier.doubted()
    const mayBeHere = (key: string) => pagesWaiting.has(pageOf(key)) || (kind !== 'site' && !isListRead)
    for (const key of known.keys()) if (outcomes.isGone(key, mayBeHere(key))) yield { kind: 'gone', key }
  } finally {
    ended.abort()
    reader.close()
  }
}
