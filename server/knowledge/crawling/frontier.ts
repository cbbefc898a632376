import type { Site } from './addresses.ts'
import { skip } from './skip.ts'

export type Entry = { url: string; depth: number; hops: number; isFollowed: boolean }

/** A calendar links to a next month for ever. */
const ADDRESSES_MAX = 50_000

/** The addresses that wait, in the order in which they were found, each once. */
export const createFrontier = (site: Site, depthMax: number) => {
  let waiting: Entry[] = []
  const seen = new Set<string>()
  const doubtful = new Set<string>()
  // Of one site, path and parameters tell pages apart.
  const keyOf = (url: string) => {
    const { pathname, search } = new URL(url)
    return site.holds(url) ? pathname + search : url
  }
  const remember = (url: string) => {
    const key = keyOf(url)
    if (seen.has(key) || seen.size >= ADDRESSES_MAX) return false
    seen.add(key)
    return true
  }

  return {
    size: () => waiting.length,
    isSame: (one: string, other: string) => keyOf(one) === keyOf(other),
    take(): Entry | undefined {
      const entry = waiting.shift()
      // Meanwhile the site may have said how it wants to be asked; where a redirect led is asked for as it is.
      return entry && entry.hops === 0 ? { ...entry, url: site.ownSpelling(entry.url) } : entry
    },
    /** What never had its turn. */
    *rest() {
      for (const { url } of waiting.splice(0)) yield skip(url, 'limit')
    },
    /** The next one: where an address that was just read leads. False when it is known already. */
    putFirst(entry: Entry, isKnown = false) {
      if (!isKnown && !remember(entry.url)) return false
      waiting = [entry, ...waiting]
      return true
    },
    /** Adds what is new; says what is left out. */
    *add(urls: string[], depth: number, isFollowed = true) {
      for (const url of urls) {
        if (!remember(url)) continue
        if (!site.holds(url)) yield skip(url, 'other_site')
        else if (depth > depthMax) yield skip(url, 'depth')
        else waiting.push({ url, depth, hops: 0, isFollowed })
      }
    },
    /** Links that no page vouches for: another page may do so later. */
    doubt(urls: string[]) {
      for (const url of urls) if (doubtful.size < ADDRESSES_MAX) doubtful.add(url)
    },
    *doubted() {
      for (const url of doubtful)
        if (remember(url)) yield skip(url, site.holds(url) ? 'nofollow' : 'other_site')
    },
  }
}
