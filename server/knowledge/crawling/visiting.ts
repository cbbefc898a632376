import { type FetchFailure, failureOf } from '../../kernel/fetching/fetch-failure.ts'
import type { Fetched, GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import { DOCUMENT_MEDIA_TYPES, isPage, PAGE_TYPES } from '../../kernel/fetching/media-types.ts'
import type { CrawlOptions, KnownPage, SkipReason } from './crawl.types.ts'
import type { Entry } from './frontier.ts'
import type { SiteReader } from './site-reader.ts'

/** Requested at the same time; responses are processed in the order of the addresses. */
const TOGETHER = 2
export const PAGE_BYTES_MAX = 5 * 1024 * 1024
const FILE_BYTES_MAX = 20 * 1024 * 1024

export type Outcome =
  | Fetched
  | { kind: 'refused'; reason: SkipReason }
  | { kind: 'failed'; error: FetchFailure }
/** An address that had its turn, and what became of it. */
type Visit = { entry: Entry; outcome: Outcome }

type Parts = Required<Pick<CrawlOptions, 'kind' | 'files'>> & {
  ask: GuardedFetch
  reader: SiteReader
  copyOf: (url: string) => KnownPage | undefined
  signal: AbortSignal
}

/** Visits addresses, if the site and the person who named it allow it. */
export const createVisits = ({ kind, files, ask, reader, copyOf, signal }: Parts) => {
  // The first page shows the name that the site prefers.
  let together = 1

  const visit = async ({ url, depth }: Entry): Promise<Outcome> => {
    try {
      const { isAllowed, isSelected: isWanted } = await reader.address(url)
      if (!isAllowed) return { kind: 'refused', reason: 'robots' }
      // The first page leads to the others, even if it is not wanted itself.
      if (!isWanted && !(depth === 0 && kind === 'site')) return { kind: 'refused', reason: 'excluded' }
      const copy = isWanted ? copyOf(url) : undefined
      if (copy && !files && !isPage(copy.contentType)) return { kind: 'refused', reason: 'excluded' }
      return await ask(url, {
        etag: copy?.etag ?? null,
        lastModified: copy?.lastModified ?? null,
        types: files ? DOCUMENT_MEDIA_TYPES : PAGE_TYPES,
        bytesMax: files ? FILE_BYTES_MAX : PAGE_BYTES_MAX,
        follow: () => false,
      })
    } catch (error) {
      return { kind: 'failed', error: failureOf(error) }
    }
  }

  /** Asks ahead, and hands the outcomes over in order. @param next knows how many addresses are ahead of its own */
  return async function* (next: (ahead: number) => Entry | undefined): AsyncGenerator<Visit> {
    const window: { entry: Entry; outcome: Promise<Outcome> }[] = []
    for (;;) {
      while (window.length < together) {
        const entry = next(window.length)
        if (!entry) break
        window.push({ entry, outcome: visit(entry) })
      }
      const first = window.shift()
      if (!first) return
      const outcome = await first.outcome
      signal.throwIfAborted()
      if (outcome.kind !== 'redirected') together = TOGETHER
      yield { entry: first.entry, outcome }
    }
  }
}
