import { describe, expect, it } from 'vitest'
import type { CrawlEvent } from '../../../server/knowledge/crawling/crawl.types.ts'
import { crawlSite, hostileSites, LINKS } from '../../harness/hostile-sites.ts'
import { HELD_MAX } from '../../harness/measurements.ts'

describe('a hostile site does not hold the server', () => {
  const sites = hostileSites()
  const countOf = (events: CrawlEvent[], wanted: object) =>
    events.filter((event) =>
      Object.entries(wanted).every(([key, value]) => Reflect.get(event, key) === value),
    ).length

  it('[attack C1] by patterns full of stars and a page of long links', async () => {
    const { events, held } = await crawlSite(sites.patterns)
    expect(countOf(events, { kind: 'skipped', reason: 'excluded' })).toBe(LINKS + 1)
    expect(held).toBeLessThan(HELD_MAX)
  })

  it('[knowledge H4] by rules full of stars', async () => {
    const { events, held } = await crawlSite(sites.rules)
    expect(events.length).toBeGreaterThan(30)
    expect(held).toBeLessThan(HELD_MAX)
  })

  it('[attack H1] by a packed sitemap of 30 MB', async () => {
    expect((await crawlSite(sites.sitemap)).held).toBeLessThan(HELD_MAX)
  })

  it('[attack H1] by a page of 60,000 links', async () => {
    const { events, held } = await crawlSite(sites.links)
    expect(countOf(events, { kind: 'page' })).toBe(1)
    expect(held).toBeLessThan(HELD_MAX)
  })
})
