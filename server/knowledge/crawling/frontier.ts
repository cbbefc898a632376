import { placeOf, type Site } from './addresses.ts'
import { skip } from './skip.ts'

export type Entry = {
  url: string
  depth: number
  hops: number
  isFollowed: boolean
  /** It is read itself, whatever address it names as its own. */
  isOwn?: boolean
}

/** Calendars link to the next month endlessly. */
const ADDRESSES_MAX = 50_000

/** Waiting addresses in the order found, each once. */
export const createFrontier = (site: Site, depthMax: number) => {
  /** Entries put first; the last one is next. */
  const first: Entry[] = []
  const found: Entry[] = []
  /** Place in `found` of the next one: taking it out would move all others. */
  let next = 0
  const seen = new Set<string>()
  const doubtful = new Set<string>()
  // Within a site, path and parameters identify a page.
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
    size: () => first.length + found.length - next,
    isSame: (one: string, other: string) => keyOf(one) === keyOf(other),
    /** Identifies the page at an address. */
    pageOf: (url: string) => (site.holds(url) ? placeOf(url) : url),
    take(): Entry | undefined {
      const entry = first.pop() ?? (next < found.length ? found[next++] : undefined)
      // The site may have changed its preferred spelling; redirect targets are requested unchanged.
      return entry && entry.hops === 0 ? { ...entry, url: site.ownSpelling(entry.url) } : entry
    },
    /** Addresses that never had a turn. */
    *rest() {
      for (const { url } of [...first.toReversed(), ...found.slice(next)]) yield skip(url, 'limit')
    },
    /** Puts first the target of an address that was just read. False if it is already known. */
    putFirst(entry: Entry, isKnown = false) {
      if (!isKnown && !remember(entry.url)) return false
      first.push(entry)
      return true
    },
    /** Puts first entries that had a turn before, in this order. */
    putBack(entries: Entry[]) {
      for (const entry of entries.toReversed()) first.push(entry)
    },
    /** Adds new addresses; reports those left out. */
    *add(urls: string[], depth: number, isFollowed = true) {
      for (const url of urls) {
        if (!remember(url)) continue
        if (!site.holds(url)) yield skip(url, 'other_site')
        else if (depth > depthMax) yield skip(url, 'depth')
        else found.push({ url, depth, hops: 0, isFollowed })
      }
    },
    /** Links that no page vouches for yet: another page may do so later. */
    doubt(urls: string[]) {
      for (const url of urls) if (doubtful.size < ADDRESSES_MAX) doubtful.add(url)
    },
    *doubted() {
      for (const url of doubtful)
        if (remember(url)) yield skip(url, site.holds(url) ? 'nofollow' : 'other_site')
    },
  }
}
