import type { KnownItem } from '../../kernel/db/schema/index.ts'
import type { KnownPage, SkippedAddress } from '../crawling/crawl.types.ts'
import type { ItemReaders } from '../readers/followed.ts'

/** An item that a source has, as a document. */
export type FoundItem = KnownPage & {
  kind: 'page'
  /** Names it in its source, whatever becomes of its title and its place: of a page of the web its address. */
  key: string
  url: string
  /** What its document is called. */
  name: string
  /** Where it is not to be told from the bytes. */
  type?: 'html' | 'md'
  /** Null of an item that has not changed. */
  body: Buffer | null
  change: 'added' | 'changed' | 'unchanged'
  /** Items that wait to be read. */
  waiting: number
  /** Who may read it in its service; left out where nobody asks, or the service does not tell. */
  readers?: ItemReaders
}

export type SourceEvent =
  | FoundItem
  /** Who may read an item whose content could not be read. */
  | { kind: 'readers'; key: string; readers: ItemReaders }
  /** It is there, and is read later. */
  | { kind: 'listed'; key: string }
  | SkippedAddress
  /** A known item that the source no longer has. */
  | { kind: 'gone'; key: string }

/** Reads all items of a source. It waits while an item is consumed, and throws a FetchFailure where it cannot go on. */
export type Reader = (
  known: ReadonlyMap<string, KnownItem>,
  signal: AbortSignal,
) => AsyncIterable<SourceEvent>
