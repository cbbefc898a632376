import type { KnownItem } from '../../kernel/db/schema/index.ts'
import type { KnownPage, SkippedAddress } from '../crawling/crawl.types.ts'
import type { ItemReaders } from '../readers/followed.ts'

/** An item of a source, as a document. */
export type FoundItem = KnownPage & {
  kind: 'page'
  /** Identifies it in its source, even if title and place change: for a web page, the address where it was found. */
  key: string
  url: string
  links: string[]
  /** Name of its document. */
  name: string
  /** Set if it cannot be detected from the bytes. */
  type?: 'html' | 'md'
  /** Null for an unchanged item. */
  body: Buffer | null
  change: 'added' | 'changed' | 'unchanged'
  /** Number of items waiting to be read. */
  waiting: number
  /** Its readers in the service; missing if no one asks, or the service does not say. */
  readers?: ItemReaders
}

export type SourceEvent =
  | FoundItem
  /** Readers of an item whose content could not be read. */
  | { kind: 'readers'; key: string; readers: ItemReaders }
  /** It exists, and is read later. */
  | { kind: 'listed'; key: string }
  | SkippedAddress
  /** A known item that the source no longer has. */
  | { kind: 'gone'; key: string }

/** Reads all items of a source, waiting while one is consumed. Throws a FetchFailure if it cannot continue. */
export type Reader = (
  known: ReadonlyMap<string, KnownItem>,
  signal: AbortSignal,
) => AsyncIterable<SourceEvent>
