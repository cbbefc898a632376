import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../../../src/services/contract/common.ts'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { SourceReport } from '../../../src/services/contract/sources.ts'
import { onceDatabaseIsBack } from '../../kernel/db/errors.ts'
import type { StoredItem } from '../../kernel/db/schema/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { failure, reasonOf } from '../../kernel/texts/reasons.ts'
import { placeOf } from '../crawling/addresses.ts'
import type { SkippedAddress } from '../crawling/crawl.types.ts'
import { nothingRead, skip } from '../crawling/skip.ts'
import type { Contents } from '../documents/contents.service.ts'
import type { Fetching } from '../documents/documents.module.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { ItemReaders } from '../readers/followed.ts'
import { createDeferredPages } from './deferred-pages.ts'
import type { createSourceFailures } from './endings.ts'
import { createEndings, type Gains } from './endings.ts'
import { createFloor } from './floor.ts'
import { closedSharing, type Following } from './following.ts'
import type { FoundItem, Reader } from './reader.types.ts'
import { hidePages } from './removal.ts'
import { createRoom } from './room.ts'
import type { SourcePage } from './source-pages.repository.ts'
import { presentSkipped } from './sources.presenter.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

const SKIPPED_KEPT = 100
/** Interval of page progress, in ms. */
const PROGRESS_EVERY = 500

type Parts = {
  sources: SourcesRepository
  documents: Pick<Documents, 'find' | 'hide' | 'remove'>
  contents: Pick<Contents, 'addPage' | 'followPage' | 'replacePage' | 'shown'>
  fetching: Fetching
  following: Following
  /** Reads the items of a source, by its kind. */
  readerOf: (row: SourceRow) => Reader
  tell: (row: SourceRow) => void
  notifyOfFailure: ReturnType<typeof createSourceFailures>
  log: FastifyBaseLogger
}

/** The source was deleted, cancelled, or taken by another process during the reading. */
class Ended extends Error {}

const blank = (): SourceReport => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  skipped_count: 0,
  skipped: [],
})

/** Faults of an item's content. */
const refusalOf = ({ code, detail }: ApiError): IngestionError | null =>
  code === 'unchanged' ? null : { code, message: detail, hint: '' }

/** Result for an item: its document, and the fault of its content. */
type Taken = { documentId: string | null; refused: IngestionError | null }

const storedItem = ({ key, url, ...item }: FoundItem, refused: Taken['refused']): StoredItem => {
  const { title, contentType, etag, lastModified, contentHash, depth, links } = item
  const kept = { title, contentType, etag, lastModified, contentHash, links, ...(depth && { depth }) }
  return { ...kept, ...(key !== url && { url }), ...(refused && { refused }) }
}

/** The site's new address, if a page of the web is at another one than before. */
const newSiteOf = ({ settings }: SourceRow, { key, url }: FoundItem, before: SourcePage | undefined) => {
  if (settings.kind === 'connector' || !before) return undefined
  const { origin } = new URL(url)
  return new URL(before.page.url ?? key).origin === origin ? undefined : `${origin}/`
}

/** Whether the document has the content that the service currently shows. */
const isTaken = ({ body }: FoundItem, before: SourcePage | undefined) =>
  body === null && before !== undefined && !before.page.refused

/** The page of a site that leads to the others. */
const firstOf = ({ settings }: SourceRow, keys: string[]) =>
  settings.kind === 'connector' ? null : (keys.find((url) => placeOf(url) === placeOf(settings.url)) ?? null)

/**
 * Reads a claimed source: pages become documents, changed ones new versions. Pages that are gone are hidden,
 * unless they are many: then nothing of the reading is applied until someone has decided.
 */
export const createReading = (parts: Parts) => {
  const { sources, documents, contents, fetching, following, readerOf, tell, log } = parts
  const { settle, fail, postpone } = createEndings(parts)

  /** @throws Refusal 402 if the plan has no room for it */
  const take = async (
    row: SourceRow,
    organizationId: string,
    item: FoundItem,
    before: SourcePage | undefined,
  ): Promise<Taken> => {
    const { name, url, type, body } = item
    const base = { id: row.knowledgeBaseId, organizationId }
    const held = before?.documentId ? await contents.shown(base, before.documentId) : null
    // A page of the web keeps its name, but follows its site.
    if (held && before && (row.settings.kind === 'connector' || url !== held.url))
      await contents.followPage(held, before.page.title, { name, url })
    // Without a body the item is unchanged, and manual deletions persist. A removed item returns with a body;
    // if its text is the same, changed markup is not a new version.
    if (!body || (held && before?.page.contentHash === item.contentHash))
      return { documentId: held?.id ?? null, refused: before?.page.refused ?? null }
    const offered = {
      name,
      url,
      stream: Readable.from([body]),
      sharing: closedSharing(row),
      ...(type && { type }),
    }
    const { document, error } = held
      ? await contents.replacePage(base, row.createdBy, held, offered)
      : await contents.addPage(base, row.createdBy, offered)
    if (error?.code === 'plan_limit') throw new Refusal(402, error)
    return { documentId: document?.id ?? held?.id ?? null, refused: error && refusalOf(error) }
  }

  /** @throws Ended if the reading has ended in the meantime: what was just added is deleted */
  const keep = async (
    row: SourceRow,
    item: FoundItem,
    { documentId, refused }: Taken,
    before: SourcePage | undefined,
    signal: AbortSignal,
  ) => {
    const stored = storedItem(item, refused)
    // The document is stored: without its item, the next reading would add it once more.
    const isKept = await onceDatabaseIsBack(
      () => sources.keepPage(row, item.key, documentId, stored),
      () => signal.aborted,
    )
    if (isKept) return
    const added = documentId && documentId !== before?.documentId ? await documents.find(documentId) : null
    if (added) await documents.remove(added.document)
    throw new Ended()
  }

  const readAll = async (
    row: SourceRow,
    kept: Map<string, SourcePage>,
    organizationId: string,
    deferred: ReturnType<typeof createDeferredPages>,
    gains: Gains,
    signal: AbortSignal,
  ) => {
    const report = blank()
    let done = 0
    let toldAt = 0
    const skipped: SkippedAddress[] = []
    const elsewhere: SkippedAddress[] = []
    const present = [...kept].filter(([, { missing }]) => missing !== 'removed')
    const documented = present.flatMap(([key, { documentId, missing }]) =>
      documentId && missing !== 'kept' ? key : [],
    )
    const floor = createFloor(documented, firstOf(row, documented))
    const gone: string[] = []
    const leaveOut = (left: SkippedAddress) => {
      report.skipped_count++
      const list = left.reason === 'other_site' ? elsewhere : skipped
      if (list.length < SKIPPED_KEPT) list.push(left)
    }
    const leave = (item: FoundItem, error: IngestionError) => {
      report[item.change]--
      leaveOut(skip(item.url, 'failed', { error }))
    }
    const room = createRoom({ deferred, unseen: floor.unseen, leave })
    const apply = async (item: FoundItem) => {
      const before = kept.get(item.key)
      const isNew = item.body !== null && !before?.documentId
      const taken = await room.take(item, isNew, () => take(row, organizationId, item, before))
      if (!taken) return
      await keep(row, item, taken, before, signal)
      if (item.body || taken.documentId !== (before?.documentId ?? null))
        await follow(item, taken.refused === null)
      if (taken.refused) leave(item, taken.refused)
      // A crawl begins at the first page each time.
      else if (item.body && row.settings.kind === 'connector') gains.any = true
    }
    const written = new Set<string>()
    const follow = async ({ key, readers }: { key: string; readers?: ItemReaders }, isTaken: boolean) => {
      if (readers) await following.follow(row, organizationId, { key, readers }, written, isTaken)
    }
    const applyDeferred = async () => {
      for await (const item of deferred.take()) await apply(item)
    }

    const known = new Map(present.map(([key, { page }]) => [key, page]))
    for await (const event of readerOf(row)(known, signal)) {
      if (event.kind === 'listed') floor.see(event.key)
      else if (event.kind === 'page') {
        floor.see(event.key)
        report[event.change]++
        report.moved_to ??= newSiteOf(row, event, kept.get(event.key))
        done++
        // Former readers neither see new content, nor wait for a decision about other items.
        if (kept.has(event.key)) await follow(event, isTaken(event, kept.get(event.key)))
        if (floor.isSafe()) {
          if (!room.isFull()) await applyDeferred()
          await apply(event)
        } else await deferred.add(event)
      } else if (event.kind === 'gone') {
        if (kept.get(event.key)?.missing !== 'kept') gone.push(event.key)
      } else if (event.kind === 'readers') await follow(event, false)
      else leaveOut(event)
      if (Date.now() - toldAt < PROGRESS_EVERY) continue
      toldAt = Date.now()
      const waiting = event.kind === 'page' ? event.waiting : 0
      const read = await sources.update(row, { progress: { ...row.progress, done, waiting } })
      if (!read) throw new Ended()
      tell(read)
    }
    if (!(await sources.update(row, {}))) throw new Ended()
    // Pages missing from the site itself are listed before links leading elsewhere.
    const said = () => ({
      ...report,
      skipped: [...skipped, ...elsewhere].slice(0, SKIPPED_KEPT).map(presentSkipped),
    })
    const missing = gone.filter((key) => documented.includes(key))
    await sources.releaseHeld(row.id)
    if (floor.mustAsk(missing)) {
      await sources.markMissing(row.id, missing, 'held')
      const error = reasonOf('pages_missing', { missing: missing.length, all: documented.length })
      return { report: { ...said(), added: 0, changed: 0 }, error }
    }
    await hidePages(
      { sources, documents },
      row.id,
      gone.map((key) => ({ key, documentId: kept.get(key)!.documentId })),
    )
    report.removed = gone.length
    room.reopen()
    await applyDeferred()
    if (row.followsReaders) await following.forgetLists(row)
    return {
      report: said(),
      error: room.lack() ?? (done === 0 ? nothingRead([...skipped, ...elsewhere]) : null),
    }
  }

  /** Marks a single page's document as being fetched; for a site the next page is unknown. */
  const whileFetching = async <Result>(
    { settings }: SourceRow,
    kept: Map<string, SourcePage>,
    read: () => Promise<Result>,
  ) => {
    if (settings.kind !== 'page') return read()
    const ids = [...kept.values()].flatMap(({ documentId }) => documentId ?? [])
    await fetching.begin(ids)
    try {
      return await read()
    } finally {
      await fetching.end(ids)
    }
  }

  return async (row: SourceRow, organizationId: string, signal: AbortSignal) => {
    const deferred = createDeferredPages()
    const gains = { any: false }
    try {
      const kept = await sources.pages(row.id)
      const { report, error } = await whileFetching(row, kept, () =>
        readAll(row, kept, organizationId, deferred, gains, signal),
      )
      if (error) await fail(row, organizationId, error, report)
      else await settle(row, { status: 'ready', error: null, notifiedOf: null, report })
    } catch (error) {
      if (error instanceof Ended || signal.aborted) return
      if (error instanceof FetchFailure)
        return error.retryAfter === null && !error.isPassing
          ? fail(row, organizationId, error.reason)
          : postpone(row, organizationId, error, gains)
      log.error({ err: error, sourceId: row.id }, 'a source could not be read')
      await fail(row, organizationId, failure('interrupted').reason)
    } finally {
      await deferred.end()
    }
  }
}
