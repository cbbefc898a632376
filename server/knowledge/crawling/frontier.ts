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

export type Frontier = ReturnType<typeof createFrontier>

/** Waiting addresses in the order found, each once. */
export const createFrontier = (site: Site, depthMax: number) => {
  /** Entries put first; the last one is next. */
  let first: Entry[] = []
  let found: Entry[] = []
  /** Place in `found` of the next one: taking it out would move all others. */
  let next = 0
  let isRecalled = false
  const seen = new Set<string>()
  /** Found beyond the depth: today, another way may have failed. */
  const tooDeep = new Set<string>()
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
  const pageOf = (url: string) => (site.holds(url) ? placeOf(url) : url)
  const waiting = () => [...first.toReversed(), ...found.slice(next)]

  return {
    size: () => first.length + found.length - next,
    isSame: (one: string, other: string) => keyOf(one) === keyOf(other),
    /** Identifies the page at an address. */
    pageOf,
    /** Beyond the limit, only recalled addresses have a turn. */
    take(isFull = false): Entry | undefined {
      if (isFull && !isRecalled) return undefined
      const entry = first.pop() ?? (isFull || next >= found.length ? undefined : found[next++])
      // The site may have changed its preferred spelling; redirect targets are requested unchanged.
      return entry && entry.hops === 0 ? { ...entry, url: site.ownSpelling(entry.url) } : entry
    },
    /** Addresses that never had a turn. */
    rest: () => waiting().map(({ url }) => url),
    /** Puts first known addresses: those that wait, and those that no page leads to and that are not too deep. */
    recall(known: string[], unlinked: Entry[]) {
      const pages = new Set(known.map(pageOf))
      const left = waiting()
      // Pages that wait may lead to one in fewer links than before.
      const deepest = left.some(({ depth }) => depth < depthMax) ? Infinity : depthMax
      const unseen = unlinked.filter(
        ({ url, depth }) =>
          depth <= deepest && site.holds(url) && (!seen.has(keyOf(url)) || tooDeep.has(keyOf(url))),
      )
      for (const { url } of unseen) seen.add(keyOf(url))
      first = [...left.filter(({ url }) => pages.has(pageOf(url))), ...unseen].reverse()
      found = left.filter(({ url }) => !pages.has(pageOf(url)))
      next = 0
      isRecalled = true
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
    *add(urls: string[], depth: number) {
      for (const url of urls) {
        if (!remember(url)) continue
        if (!site.holds(url)) yield skip(url, 'other_site')
        else if (depth > depthMax) {
          tooDeep.add(keyOf(url))
          yield skip(url, 'depth')
        } else found.push({ url, depth, hops: 0, isFollowed: true })
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
