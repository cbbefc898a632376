import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import type { SiteReader } from './site-reader.ts'

/** Limits of the protocol: a sitemap contains 50,000 addresses, in 50 MiB. */
const ADDRESSES_MAX = 50_000
const BYTES_MAX = 50 * 1024 * 1024
/** Total number of sitemaps read through indexes. */
const SITEMAPS_MAX = 100

type SitemapFailure = { address: string; error: unknown }

/** Pages named by sitemaps and the sitemaps below them, in order, each once. */
export const pagesOfSitemaps = async (
  addresses: string[],
  fetch: GuardedFetch,
  {
    signal,
    mayRead,
    read,
  }: { signal?: AbortSignal; mayRead: (address: string) => boolean; read: SiteReader['sitemap'] },
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
      const { sitemaps, pages: named } = await read(answer.bytes)
      for (const page of named) if (pages.size < ADDRESSES_MAX) pages.add(page)
      for (const next of sitemaps.filter((one) => mayRead(one) && !seen.has(one))) {
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
