import { FILE_BYTES_MAX } from '../../../src/services/contract/documents.ts'
import type { KnownItem } from '../../kernel/db/schema/index.ts'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { PAGE_TYPES } from '../../kernel/fetching/media-types.ts'
import { reasonOf } from '../../kernel/texts/reason.ts'
import { hashOf } from '../crawling/content-hash.ts'
import { skip } from '../crawling/skip.ts'
import type { Reader, SourceEvent } from '../sources/reader.types.ts'
import type { Connection, Content, Item } from './connector.types.ts'

/** Of one source; what is beyond is named as left out. */
const ITEMS_MAX = 5_000
/** More are not even listed: what is left out is kept in memory until the list is whole. */
const LISTED_MAX = 50_000
/** Asked for at the same time, and taken in the order of the list. */
const TOGETHER = 2
/** What is wrong with one item, and not with the service. */
const OF_ONE_ITEM = new Set([403, 404, 410])

type Outcome = Content | FetchFailure | null

const isOfOneItem = (error: unknown): error is FetchFailure =>
  error instanceof FetchFailure &&
  (error.reason.code === 'page_too_large' || OF_ONE_ITEM.has(error.status ?? 0))

const foundOf = ({ key, url, title, mark, modifiedAt }: Item) => ({
  kind: 'page' as const,
  key,
  url,
  title,
  name: title,
  etag: mark,
  lastModified: modifiedAt,
  links: [],
})

const typeOf = ({ contentType }: Content): 'html' | 'md' | null => {
  if (contentType === 'text/markdown') return 'md'
  return (PAGE_TYPES as readonly string[]).includes(contentType) ? 'html' : null
}

const contentOf = (content: Content) => {
  const type = typeOf(content)
  return { ...content, ...(type && { type }) }
}

const tooMany = () => new FetchFailure(reasonOf('too_many_items', { max: LISTED_MAX }))

/** Everything that is there, each once: an item may be in two of the chosen places. */
const listOf = async (connection: Connection, choices: readonly string[]) => {
  const items = new Map<string, Item>()
  const beyond: Item[] = []
  for await (const item of connection.items(choices))
    if (items.size < ITEMS_MAX) items.set(item.key, item)
    else if (beyond.length === LISTED_MAX - ITEMS_MAX) throw tooMany()
    else if (!items.has(item.key)) beyond.push(item)
  return { items, beyond }
}

/**
 * Reads what was chosen of a service: the whole list first, because it alone shows what is gone, and then the items
 * whose mark is another one than before. So a reading that was cut short goes on where it ended.
 */
export const createConnectorReader = (
  connect: (signal: AbortSignal) => Connection,
  choices: readonly string[],
): Reader =>
  async function* (known, signal): AsyncGenerator<SourceEvent> {
    const connection = connect(signal)
    const { items, beyond } = await listOf(connection, choices)
    for (const { url } of beyond) yield skip(url, 'limit')
    const isThere = new Set([...items.keys(), ...beyond.map(({ key }) => key)])
    for (const key of isThere) yield { kind: 'listed', key }

    const toRead: Item[] = []
    for (const item of items.values()) {
      const before = known.get(item.key)
      if (before?.etag !== item.mark) toRead.push(item)
      else yield unchanged(item, before, toRead.length)
    }

    const read = async (item: Item): Promise<Outcome> => {
      if ((item.size ?? 0) > FILE_BYTES_MAX) return fetchFailure('page_too_large')
      return connection.read(item).catch((error: unknown) => {
        if (isOfOneItem(error)) return error
        throw error
      })
    }
    const window: { item: Item; outcome: Promise<Outcome> }[] = []
    const emptied: string[] = []
    while (toRead.length > 0 || window.length > 0) {
      for (const item of toRead.splice(0, TOGETHER - window.length)) {
        const outcome = read(item)
        // Its failure is thrown when its turn comes.
        outcome.catch(() => {})
        window.push({ item, outcome })
      }
      const { item, outcome } = window.shift()!
      const content = await outcome
      signal.throwIfAborted()
      const before = known.get(item.key)
      if (content instanceof FetchFailure) yield skip(item.url, 'failed', { error: content.reason })
      else if (content === null) {
        if (before) emptied.push(item.key)
        yield skip(item.url, 'empty')
      } else
        yield {
          ...foundOf(item),
          ...contentOf(content),
          contentHash: hashOf(content.body),
          change: before ? 'changed' : 'added',
          waiting: toRead.length + window.length,
        }
    }
    for (const key of emptied) yield { kind: 'gone', key }
    for (const key of known.keys()) if (!isThere.has(key)) yield { kind: 'gone', key }
  }

const unchanged = (item: Item, { contentType, contentHash }: KnownItem, waiting: number): SourceEvent => ({
  ...foundOf(item),
  contentType,
  contentHash,
  body: null,
  change: 'unchanged',
  waiting,
})
