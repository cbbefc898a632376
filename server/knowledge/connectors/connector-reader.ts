import { setTimeout as wait } from 'node:timers/promises'
import { FILE_BYTES_MAX } from '../../../src/services/contract/documents.ts'
import type { KnownItem } from '../../kernel/db/schema/index.ts'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { escaped } from '../../kernel/http/html.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { reasonOf } from '../../kernel/texts/reasons.ts'
import { skip } from '../crawling/skip.ts'
import { type ItemReaders, rowsOf } from '../readers/followed.ts'
import type { Reader, SourceEvent } from '../sources/reader.types.ts'
import type { Connection, Content, Item } from './connector.types.ts'

/** Per source; new items beyond are reported as left out. */
const ITEMS_MAX = 5_000
/** Listing stops here: what is left out stays in memory until the list is complete. */
const LISTED_MAX = 50_000
/** Requested at the same time, and processed in list order. */
const TOGETHER = 2
/** Per item; items with more are readable by no one. */
const READERS_MAX = 10_000
/** Faults of one item, not of the service. */
const OF_ONE_ITEM = new Set([403, 404, 410])
/** So many items in a row that fail in another way are a fault of the service, if an item that it gave before fails, too. */
const IN_A_ROW = 5
/** Before an item is requested again, in ms. */
const PAUSE = 5_000

/** A page without text is only markup. Checked without a parser, because this is the main thread. */
const hasText = (html: string) => {
  let at = 0
  while (at !== -1) {
    const tag = html.indexOf('<', at)
    const text = html.slice(at, tag === -1 ? undefined : tag).replaceAll(/&#?\w{1,30};/g, '')
    if (/[\p{L}\p{N}]/u.test(text)) return true
    at = tag === -1 ? -1 : html.indexOf('>', tag)
    if (at !== -1) at += 1
  }
  return false
}

const isEmpty = (content: Content) => {
  if ('html' in content) return !hasText(content.html)
  if ('markdown' in content) return !/\S/.test(content.markdown)
  return content.file.length === 0 || (content.isMarkdown === true && !/\S/.test(content.file.toString()))
}

const markdown = { contentType: 'text/markdown', type: 'md' as const }

const writtenAs = ({ title }: Item, content: Content) => {
  if ('markdown' in content) return { ...markdown, body: Buffer.from(`# ${title}\n\n${content.markdown}`) }
  if ('html' in content) {
    const name = escaped(title)
    const page = `<!doctype html><meta charset="utf-8"><title>${name}</title><main><h1>${name}</h1>${content.html}</main>`
    return { contentType: 'text/html', type: 'html' as const, body: Buffer.from(page) }
  }
  const { file: body, isMarkdown } = content
  return isMarkdown ? { ...markdown, body } : { contentType: 'application/octet-stream', body }
}

/** An item's content as a page or Markdown under its title, or as a file; null if it has no text. */
const bodyOf = (item: Item, content: Content | null) => {
  if (content === null || isEmpty(content)) return null
  const written = writtenAs(item, content)
  return { ...written, contentHash: digestOf(written.body) }
}

type Outcome = ReturnType<typeof bodyOf> | FetchFailure

const isOfOneItem = ({ reason, status, retryAfter }: FetchFailure) =>
  reason.code === 'page_too_large' || (retryAfter === null && OF_ONE_ITEM.has(status ?? 0))

const isOfService = ({ reason, retryAfter }: FetchFailure) =>
  retryAfter !== null || reason.code === 'secrets_lost' || reason.code === 'token_refused'

/** A fault of the item or of the service, such as 500. */
const isDoubtful = (result: unknown): result is FetchFailure =>
  result instanceof FetchFailure && !isOfOneItem(result) && !isOfService(result)

/** Requests something of an item, once more after a pause if the fault is in doubt. @throws for one of the service */
const failureOrResult = async <Result>(ask: () => Promise<Result>, pause: () => Promise<unknown>) => {
  const tried = () =>
    ask().catch((error: unknown) => {
      if (error instanceof FetchFailure && (isOfOneItem(error) || !isOfService(error))) return error
      throw error
    })
  const result = await tried()
  if (!isDoubtful(result)) return result
  await pause()
  return tried()
}

/** Null if they are unknown, or too many to keep. */
const boundedReaders = (told: ItemReaders | FetchFailure | null) =>
  told === null || told instanceof FetchFailure || rowsOf(told).length > READERS_MAX ? null : told

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

/** Lists everything once: an item may be in two of the chosen places. */
const listOf = async (connection: Connection, choices: readonly string[], asksReaders: boolean) => {
  const listed = new Map<string, Item>()
  for await (const item of connection.items(choices, asksReaders))
    if (listed.has(item.key) || listed.size < LISTED_MAX) listed.set(item.key, item)
    else throw new FetchFailure(reasonOf('too_many_items', { max: LISTED_MAX }))
  return listed
}

/**
 * Reads the chosen parts of a service: first the whole list, to detect deleted items, then the items
 * whose mark has changed. So an interrupted reading continues where it ended.
 */
export const createConnectorReader = (
  connect: (signal: AbortSignal) => Connection,
  choices: readonly string[],
  {
    follows = false,
    waitFor = (ms, signal) => wait(ms, undefined, { signal }),
  }: { follows?: boolean; waitFor?: (ms: number, signal: AbortSignal) => Promise<unknown> } = {},
): Reader =>
  async function* (known, signal): AsyncGenerator<SourceEvent> {
    const connection = connect(signal)
    const listed = await listOf(connection, choices, follows)
    for (const key of listed.keys()) yield { kind: 'listed', key }
    // A known item may have a document: its content and readers are compared wherever it is in the list.
    let room = ITEMS_MAX - [...listed.keys()].filter((key) => known.has(key)).length
    const items: Item[] = []
    for (const item of listed.values())
      if (known.has(item.key) || room-- > 0) items.push(item)
      else yield skip(item.url, 'limit')

    const pause = () => waitFor(PAUSE, signal)
    const isUnchanged = ({ key, mark }: Item) => known.get(key)?.etag === mark
    const waiting = items.sort((a, b) => Number(isUnchanged(b)) - Number(isUnchanged(a)))
    const ask = (item: Item) => failureOrResult(async () => bodyOf(item, await connection.read(item)), pause)
    const read = async (item: Item): Promise<Outcome | 'unchanged'> => {
      if (isUnchanged(item)) return 'unchanged'
      if (item.size === 0) return null
      if ((item.size ?? 0) > FILE_BYTES_MAX) return fetchFailure('page_too_large')
      return ask(item)
    }
    /** Null if the service does not report it for this item. */
    const readersOf = async (item: Item) => {
      if (!follows) return null
      if (item.readers) return item.readers
      return failureOrResult(async () => (await connection.readers?.(item)) ?? null, pause)
    }
    const window: { item: Item; readers: ReturnType<typeof readersOf>; outcome: ReturnType<typeof read> }[] =
      []
    const emptied: string[] = []
    /** The service gave it in full: if it still does, others fail on their own. */
    let probe = items.find(isUnchanged)
    let isRead = false
    let inARow = 0
    while (waiting.length > 0 || window.length > 0) {
      for (const item of waiting.splice(0, TOGETHER - window.length)) {
        const readers = readersOf(item)
        const outcome = read(item)
        // Failures are thrown when their turn comes.
        for (const asked of [readers, outcome]) asked.catch(() => {})
        window.push({ item, readers, outcome })
      }
      const { item, ...asked } = window.shift()!
      const told = await asked.readers
      const content = await asked.outcome
      signal.throwIfAborted()
      const doubt = content === 'unchanged' ? undefined : [told, content].find(isDoubtful)
      inARow = doubt ? inARow + 1 : 0
      if (content !== 'unchanged' && !doubt) probe = item
      isRead ||= content !== null && !(content instanceof FetchFailure)
      const isNothingRead = !isRead && waiting.length + window.length === 0
      if (doubt && (inARow === IN_A_ROW || isNothingRead)) {
        // Unchanged items are not requested, so those that always fail come first.
        if (!probe || isDoubtful(await ask(probe))) throw doubt
        inARow = 0
      }
      const readers = boundedReaders(told)
      const before = known.get(item.key)
      const found = { ...foundOf(item), waiting: waiting.length + window.length, ...(readers && { readers }) }
      if (content === 'unchanged') yield { ...found, ...unchanged(before!) }
      else if (content instanceof FetchFailure || content === null) {
        if (readers) yield { kind: 'readers', key: item.key, readers }
        if (content === null && before) emptied.push(item.key)
        yield content === null ? skip(item.url, 'empty') : skip(item.url, 'failed', { error: content.reason })
      } else yield { ...found, ...content, change: before ? 'changed' : 'added' }
    }
    for (const key of emptied) yield { kind: 'gone', key }
    for (const key of known.keys()) if (!listed.has(key)) yield { kind: 'gone', key }
  }

const unchanged = ({ contentType, contentHash }: KnownItem) => ({
  contentType,
  contentHash,
  body: null,
  change: 'unchanged' as const,
})
