import { type FetchFailure, failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import { decodeText } from '../ingestion/decode.ts'
import type { SiteReader } from './site-reader.ts'

const ROBOTS_BYTES_MAX = 100_000
/** Limits of the protocol: a sitemap contains 50,000 addresses, in 50 MiB. */
const ADDRESSES_MAX = 50_000
const SITEMAP_BYTES_MAX = 50 * 1024 * 1024
/** Total number of sitemaps read through indexes. */
const SITEMAPS_MAX = 100

/**
 * The text of a site's rules; '' if it has none. If fetching them fails, the site is not read (RFC 9309,
 * 2.3.1); nor if the site is too busy to send them.
 */
export const fetchRobots = async (origin: string, fetch: GuardedFetch): Promise<string | FetchFailure> => {
  try {
    const answer = await fetch(`${origin}/robots.txt`)
    return answer.kind === 'fetched' ? decodeText(answer.bytes.subarray(0, ROBOTS_BYTES_MAX)) : ''
  } catch (error) {
    const failure = failureOf(error)
    const { status } = failure
    return status !== null && status >= 400 && status < 500 && status !== 429 ? '' : failure
  }
}

/** Pages named by sitemaps and the sitemaps below them, in order, each once; and whether these are all of them. */
export const pagesOfSitemaps = async (
  addresses: string[],
  fetch: GuardedFetch,
  {
    signal,
    mayRead,
    read,
  }: { signal: AbortSignal; mayRead: (address: string) => boolean; read: SiteReader['sitemap'] },
) => {
  const waiting = [...addresses]
  const seen = new Set(waiting)
  const pages = new Set<string>()
  let listed = 0
  const failures: { address: string; error: unknown }[] = []
  for (let at = 0; at < waiting.length && at < SITEMAPS_MAX; at++) {
    const address = waiting[at]!
    try {
      const answer = await fetch(address, { bytesMax: SITEMAP_BYTES_MAX })
      if (answer.kind !== 'fetched') continue
      const { sitemaps, pages: named } = await read(answer.bytes).catch(() => {
        throw fetchFailure('unsupported_content')
      })
      listed += named.length
      for (const page of named) if (pages.size < ADDRESSES_MAX) pages.add(page)
      for (const next of sitemaps.filter((one) => mayRead(one) && !seen.has(one))) {
        seen.add(next)
        waiting.push(next)
      }
    } catch (error) {
      signal.throwIfAborted()
      failures.push({ address, error })
    }
  }
  const isWhole = failures.length === 0 && waiting.length <= SITEMAPS_MAX && listed < ADDRESSES_MAX
  return { pages: [...pages], failures, isWhole }
}
