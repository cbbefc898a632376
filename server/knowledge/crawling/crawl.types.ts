import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { KnownItem } from '../../kernel/db/schema/index.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import type { HostTurns } from './host-turns.ts'

export type CrawlOptions = {
  start: string
  /** One page; the pages of a sitemap; the pages that links lead to. */
  kind: 'page' | 'sitemap' | 'site'
  /** Links between the first page and the last one. */
  depth?: number
  pagesMax?: number
  /** Beginnings of paths as in `robots.txt`: `/docs`, `/*.html$`. */
  include?: string[]
  exclude?: string[]
  /** Whether documents that pages link to are read, as a PDF. */
  files?: boolean
  /** Without bodies it is a preview. */
  keepBodies?: boolean
  /** What an earlier crawl has found, by its address. */
  known?: ReadonlyMap<string, KnownPage>
}

export type CrawlParts = {
  fetch: GuardedFetch
  /** One for all crawls of the process: what a host is asked at once is counted together. */
  turns?: HostTurns
  signal?: AbortSignal
}

export type KnownPage = Omit<KnownItem, 'url' | 'refused'>

export type CrawledPage = KnownPage & {
  kind: 'page'
  url: string
  depth: number
  status: number
  /** Null in a preview, and of a page that has not changed. */
  body: Buffer | null
  change: 'added' | 'changed' | 'unchanged'
  /** Addresses that wait to be read. */
  waiting: number
}

export type SkipReason =
  | 'robots'
  | 'robots_unreachable'
  | 'excluded'
  | 'depth'
  | 'limit'
  | 'duplicate'
  | 'redirected'
  | 'other_site'
  | 'noindex'
  | 'nofollow'
  | 'empty'
  | 'failed'

export type SkippedAddress = {
  kind: 'skipped'
  url: string
  reason: SkipReason
  /** Where a redirect or a duplicate leads. */
  to?: string
  /** Why it failed. */
  error?: IngestionError
}

/** A known page that is no longer part of the site: refused for good, left out by a rule, or no longer listed. */
export type GonePage = { kind: 'gone'; url: string }

export type CrawlEvent = CrawledPage | SkippedAddress | GonePage
