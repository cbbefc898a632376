import type { SkipReason } from './crawl.types.ts'
import type { Entry } from './frontier.ts'

export type Outcomes = ReturnType<typeof createOutcomes>

/**
 * Results for the pages of a crawl, whatever the spelling of their addresses.
 * @param known keys of known pages: their addresses when they were found
 */
export const createOutcomes = (pageOf: (url: string) => string, known: ReadonlySet<string>) => {
  const keys = new Map([...known].map((key) => [pageOf(key), key]))
  /** Pages that were read, and their keys. */
  const read = new Map<string, string>()
  /** Pages whose presence on the site has been determined. */
  const settled = new Map<string, 'here' | 'gone'>()
  /** Pages that were read, also as duplicates, and where. */
  const taken = new Map<string, string>()
  /** Pages that were visited, but not read. */
  const passed = new Set<string>()
  /** Pages that could not be read now, but perhaps later, and those that name them. */
  const away = new Set<string>()
  /** Where redirects lead, by the page that they leave. */
  const targets = new Map<string, string>()
  /** Entries left for a page that they name, until that is read or turns out not to be readable. */
  const leftFor = new Map<string, Entry[]>()

  const settle = (url: string, found: 'here' | 'gone') => {
    if (settled.get(pageOf(url)) !== 'here') settled.set(pageOf(url), found)
  }

  /** The key of the page at an address, where it was found first. */
  const keyOf = (url: string) => (known.has(url) ? url : (keys.get(pageOf(url)) ?? url))

  /** The page cannot be read now: it stays, and so does what names it. */
  const postpone = (url: string) => {
    away.add(pageOf(url))
    settle(url, 'here')
  }

  /** They wait no longer. */
  const release = (entries: Entry[]) => {
    for (const { url } of entries) passed.delete(pageOf(url))
    return entries
  }

  const endOf = (url: string) => {
    let end = url
    for (let to: string | undefined = end; to; to = targets.get(pageOf(end))) end = to
    return end
  }

  return {
    settle,
    keyOf,
    /** The address where redirects from this one end, as far as they were followed. */
    endOf,
    /** `undefined` if nothing is known yet. */
    of: (url: string) => settled.get(pageOf(url)),
    /** Where the page was read. */
    placeOf: (url: string) => taken.get(pageOf(url)),
    isAway: (url: string) => away.has(pageOf(url)),
    postpone,
    take(url: string) {
      away.delete(pageOf(url))
      targets.delete(pageOf(url))
      taken.set(pageOf(url), url)
      read.set(pageOf(url), keyOf(url))
      settle(url, 'here')
    },
    /** Whether a known page has gone; also if it is another one's under a second key. */
    isGone: (key: string, mayBeHere: boolean) =>
      (settled.get(pageOf(key)) ?? (mayBeHere ? 'here' : 'gone')) === 'gone' ||
      (read.get(pageOf(key)) ?? key) !== key,
    leave(url: string, reason: SkipReason, to: string | undefined) {
      if (reason === 'redirected' && to) {
        const end = endOf(to)
        if (pageOf(end) !== pageOf(url) && !taken.has(pageOf(url))) targets.set(pageOf(url), end)
      } else passed.add(pageOf(url))
      if (reason === 'duplicate' && to) {
        if (away.has(pageOf(to))) postpone(url)
        else taken.set(pageOf(url), to)
      }
      settle(url, 'gone')
    },
    /** Leaves an entry for the page that it names as its own. */
    leaveFor(entry: Entry, named: string) {
      passed.add(pageOf(entry.url))
      const entries = leftFor.get(pageOf(named))
      if (entries) entries.push(entry)
      else leftFor.set(pageOf(named), [entry])
    },
    /** Not for a page that was passed before, as when each of two names the other. */
    mayLeaveFor: (named: string) =>
      taken.has(pageOf(named)) || away.has(pageOf(named)) || !passed.has(pageOf(named)),
    /** Entries left for this page; each once. */
    leftFor(url: string) {
      const entries = leftFor.get(pageOf(url)) ?? []
      leftFor.delete(pageOf(url))
      return release(entries)
    },
    /** All entries left; each once. */
    left() {
      const entries = [...leftFor.values()].flat()
      leftFor.clear()
      return release(entries)
    },
  }
}
