import {
  PREVIEW_PAGES_MAX,
  type SourcePreview,
  type SourceSettings,
} from '../../../src/services/contract/sources.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { crawl } from '../crawling/crawl.ts'
import type { CrawlParts, SkippedAddress } from '../crawling/crawl.types.ts'
import { nothingRead } from '../crawling/skip.ts'
import { presentSkipped } from './sources.presenter.ts'

/** A waiting person gets the results found within this time. */
const TIME = 20_000 // ms
const SKIPPED_MAX = 200

/** Lists what a source would read, without storing it. */
export const createPreview =
  (web: Pick<CrawlParts, 'fetch' | 'turns'>) =>
  async (
    { url: start, pages_max, ...settings }: SourceSettings,
    gone: AbortSignal,
  ): Promise<SourcePreview> => {
    const time = AbortSignal.timeout(TIME)
    const skipped: SkippedAddress[] = []
    const found: SourcePreview = { pages: [], skipped: [], is_whole: true, error: null }
    const pagesMax = Math.min(pages_max, PREVIEW_PAGES_MAX)
    const options = { ...settings, start, pagesMax, keepBodies: false }
    try {
      for await (const event of crawl(options, { ...web, signal: AbortSignal.any([time, gone]) })) {
        if (event.kind === 'page') {
          const { url, title, depth } = event
          found.pages.push({ url, title, depth })
        } else if (event.kind === 'skipped') {
          if (event.reason === 'limit') found.is_whole = false
          if (skipped.length < SKIPPED_MAX) skipped.push(event)
        }
      }
    } catch (error) {
      if (error instanceof FetchFailure) found.error = error.reason
      else if (!time.aborted) throw error
      found.is_whole = false
    }
    const why = found.pages.length > 0 ? null : (found.error ?? nothingRead(skipped))
    // Without a particular reason, the addresses that were left out say why.
    return { ...found, skipped: skipped.map(presentSkipped), error: why?.code === 'no_pages' ? null : why }
  }
