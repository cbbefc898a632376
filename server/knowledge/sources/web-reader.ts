import type { SourceSettings } from '../../../src/services/contract/sources.ts'
import { fileNameOf, PAGE_TYPES } from '../../kernel/fetching/media-types.ts'
import { crawl } from '../crawling/crawl.ts'
import type { CrawlEvent, CrawlParts } from '../crawling/crawl.types.ts'
import type { Reader, SourceEvent } from './reader.types.ts'

const isPage = (contentType: string) => (PAGE_TYPES as readonly string[]).includes(contentType)

const ofSource = (event: CrawlEvent): SourceEvent => {
  if (event.kind === 'skipped') return event
  if (event.kind === 'gone') return { kind: 'gone', key: event.url }
  const { url, title, contentType } = event
  return {
    ...event,
    key: url,
    ...(isPage(contentType) ? { name: title, type: 'html' } : { name: fileNameOf(url, contentType) }),
  }
}

/** Web pages, identified by address. */
export const createWebReader =
  (web: Pick<CrawlParts, 'fetch' | 'turns'>) =>
  ({ url: start, pages_max: pagesMax, ...settings }: SourceSettings): Reader =>
    async function* (known, signal) {
      for await (const event of crawl({ ...settings, start, pagesMax, known }, { ...web, signal }))
        yield ofSource(event)
    }
