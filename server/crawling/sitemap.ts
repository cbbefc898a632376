import { gunzipSync } from 'node:zlib'
import type { GuardedFetch } from '../fetching/guarded-fetch.ts'
import { walkXml } from '../ingestion/xml.ts'
import { normalized } from './addresses.ts'

/** As the protocol has it: a sitemap holds 50,000 addresses, in 50 MiB. */
const ADDRESSES_MAX = 50_000
const BYTES_MAX = 50 * 1024 * 1024
/** Sitemaps that indexes may name together. */
const SITEMAPS_MAX = 100

type Sitemap = { sitemaps: string[]; pages: string[] }

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The addresses that a sitemap, or an index of sitemaps, names; plain lists of addresses are sitemaps, too. */
export const readSitemap = (bytes: Buffer): Sitemap => {
  const content = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes
  const found: Sitemap = { sitemaps: [], pages: [] }
  if (!content.subarray(0, 1024).includes('<')) {
    found.pages = content.toString().split('\n').slice(0, ADDRESSES_MAX)
    return found
  }
  const path: string[] = []
  let address = ''
  walkXml(content, {
    open(tag) {
      path.push(tag)
      if (tag === 'loc') address = ''
    },
    text(part) {
      if (path.at(-1) === 'loc') address += part
    },
    close(tag) {
      path.pop()
      if (tag !== 'loc') return
      // A `loc` of an image or a film stands deeper.
      const list = { sitemap: found.sitemaps, url: found.pages }[path.at(-1) ?? '']
      if (list && list.length < ADDRESSES_MAX) list.push(address.trim())
    },
  })
  return found
}

type SitemapFailure = { address: string; error: unknown }

/** The pages that sitemaps and the sitemaps below them name, in their order, each once. */
export const pagesOfSitemaps = async (
  addresses: string[],
  fetch: GuardedFetch,
  { signal, mayRead }: { signal?: AbortSignal; mayRead: (address: string) => boolean },
) => {
  const waiting = [...addresses]
  const seen = new Set<string>(waiting)
  const pages = new Set<string>()
  const failures: SitemapFailure[] = []
  for (let at = 0; at < waiting.length && at < SITEMAPS_MAX; at++) {
    const address = waiting[at]!
    try {
      const answer = await fetch(address, { ...(signal && { signal }), bytesMax: BYTES_MAX })
      if (answer.kind !== 'fetched') continue
      const { sitemaps, pages: named } = readSitemap(answer.bytes)
      for (const page of named.map((one) => normalized(one)))
        if (page && pages.size < ADDRESSES_MAX) pages.add(page)
      const below = sitemaps.map((one) => normalized(one)).filter((one) => one !== null)
      for (const next of below.filter((one) => mayRead(one) && !seen.has(one))) {
        seen.add(next)
        waiting.push(next)
      }
    } catch (error) {
      signal?.throwIfAborted()
      failures.push({ address, error })
    }
  }
  return { pages: [...pages], failures }
}
