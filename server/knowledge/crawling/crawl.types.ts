import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { KnownItem } from '../../kernel/db/schema/index.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import type { HostTurns } from './host-turns.ts'

export type CrawlOptions = {
  start: string
  /** One page; the pages of a sitemap; pages reached by links. */
  kind: 'page' | 'sitemap' | 'site'
  /** Maximum number of links from the first page. */
  depth?: number
  pagesMax?: number
  /** Path prefixes as in `robots.txt`: `/docs`, `/*.html$`. */
  include?: string[]
  exclude?: string[]
  /** Whether linked documents such as PDFs are read; a single page may always be one. */
  files?: boolean
  /** Without bodies it is a preview. */
  keepBodies?: boolean
  /** Results of an earlier crawl, by key. */
  known?: ReadonlyMap<string, KnownPage>
  /** Links of a known page, where the crawl of a site continues if the page is not sent again. */
  linksOf?: (key: string) => Promise<string[]>
}

export type CrawlParts = {
  fetch: GuardedFetch
  /** Shared by all crawls of the process, so that requests to a host are counted together. */
  turns?: HostTurns
  signal?: AbortSignal
}

export type KnownPage = Omit<KnownItem, 'url' | 'refused'>

export type CrawledPage = KnownPage & {
  kind: 'page'
  /** Its address when it was found; it stays if scheme, host or a slash at the end change. */
  key: string
  url: string
  depth: number
  status: number
  /** Empty unless the crawl follows links. */
  links: string[]
  /** Null in a preview, and for an unchanged page. */
  body: Buffer | null
  change: 'added' | 'changed' | 'unchanged'
  /** Number of addresses waiting to be read. */
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
  /** Target of a redirect or duplicate. */
  to?: string
  error?: IngestionError
}

/** A known page that left the site: permanently refused, excluded by a rule, or no longer listed. */
type GonePage = { kind: 'gone'; key: string }

export type CrawlEvent = CrawledPage | SkippedAddress | GonePage
