import type { Site } from './addresses.ts'
import type { CrawlEvent } from './crawl.types.ts'
import type { Entry, Frontier } from './frontier.ts'
import type { Outcomes } from './outcomes.ts'
import { skip } from './skip.ts'

type Parts = { site: Site; frontier: Frontier; outcomes: Outcomes }

/** Leaves addresses, and decides about the entries that were left for the pages at them. */
export const createLeaving = ({ site, frontier, outcomes }: Parts) => {
  const { pageOf } = frontier

  const readThemselves = (entries: Entry[]) =>
    frontier.putBack(entries.map((entry) => ({ ...entry, hops: 0, isOwn: true })))

  const isAnother = (canonical: string, url: string) =>
    site.holds(canonical) && pageOf(canonical) !== pageOf(url) && outcomes.mayLeaveFor(canonical)

  const leave = function* (...first: Parameters<typeof skip>): Generator<CrawlEvent> {
    const leaving = [first]
    for (const [url, reason, more] of leaving) {
      outcomes.leave(url, reason, more?.to)
      yield skip(url, reason, more)
      const left = outcomes.leftFor(url)
      if (reason === 'redirected') yield* leaveAllFor(left, outcomes.endOf(url))
      else if (reason !== 'duplicate' && !outcomes.isAway(url)) readThemselves(left)
      else for (const entry of left) leaving.push([entry.url, 'duplicate', { to: url }])
    }
  }

  const leaveFor = function* (entry: Entry, to: string): Generator<CrawlEvent> {
    if (outcomes.placeOf(to) || outcomes.isAway(to)) return yield* leave(entry.url, 'duplicate', { to })
    outcomes.leaveFor(entry, to)
    frontier.putFirst({ ...entry, url: to, hops: 0 })
  }

  const leaveAllFor = function* (entries: Entry[], to: string): Generator<CrawlEvent> {
    readThemselves(entries.filter(({ url }) => !isAnother(to, url)))
    for (const entry of entries) if (isAnother(to, entry.url)) yield* leaveFor(entry, to)
  }

  return {
    leave,
    /** Leaves an entry for the page that it names, which is read first. */
    leaveFor,
    /** Whether the address that a page names as its own is another page, which can still be read. */
    isAnother,
    /** Puts back entries that were left, without regard to the pages that they name. */
    readThemselves,
  }
}
