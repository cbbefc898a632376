import { describe, expect, it } from 'vitest'
import { statusFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { nothingRead, skip } from '../../../server/knowledge/crawling/skip.ts'
import { createPreview } from '../../../server/knowledge/sources/preview.ts'

const ORIGIN = 'https://site.test'
const ELSEWHERE = 'https://sso.other.test/'

describe('where nothing was read', () => {
  it('a preview says first what ended the crawl', async () => {
    const preview = createPreview({
      fetch: async (url) => {
        if (url.endsWith('/a')) throw statusFailure({ status: 429, retryAfter: 3_600_000 })
        if (url !== `${ORIGIN}/`) throw statusFailure({ status: 404 })
        const bytes = Buffer.from('<meta name="robots" content="noindex"><a href="/a">more</a>')
        const validators = { etag: null, lastModified: null, robotsTag: null }
        return { kind: 'fetched', url, status: 200, contentType: 'text/html', bytes, ...validators }
      },
    })
    const settings = { kind: 'site' as const, url: `${ORIGIN}/`, pages_max: 10, depth: 3 }
    const errorOf = async (include: string[]) =>
      (await preview({ ...settings, include, exclude: [], files: false }, new AbortController().signal)).error
    expect(await errorOf([])).toMatchObject({ code: 'http_status' })
    // What the rules leave out is in the list.
    expect(await errorOf(['/nowhere'])).toBeNull()
  })

  it('the site is named to which the address leads in two steps', () => {
    const steps = [
      skip(`${ORIGIN}/`, 'redirected', { to: `${ORIGIN}/login` }),
      skip(`${ORIGIN}/login`, 'other_site', { to: ELSEWHERE }),
    ]
    expect(nothingRead(steps)).toMatchObject({ code: 'leads_elsewhere' })
    expect(nothingRead([...steps, skip(`${ORIGIN}/b`, 'noindex')])).toMatchObject({ code: 'no_pages' })
    expect(nothingRead(steps.slice(0, 1))).toMatchObject({ code: 'no_pages' })
    expect(nothingRead([])).toBeNull()
  })
})
