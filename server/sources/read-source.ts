import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { IngestionError } from '../../src/services/contract/documents.ts'
import type { SourceReport } from '../../src/services/contract/sources.ts'
import { crawl } from '../crawling/crawl.ts'
import type { CrawledPage, CrawlParts, KnownPage, SkippedAddress } from '../crawling/crawl.types.ts'
import type { Contents } from '../documents/contents.service.ts'
import type { Fetching } from '../documents/documents.module.ts'
import type { Documents } from '../documents/documents.service.ts'
import { Refusal } from '../errors.ts'
import { fileNameOf, PAGE_TYPES } from '../fetching/media-types.ts'
import { failure } from '../ingestion/failure.ts'
import { reasonOf } from '../texts/reason.ts'
import { createDeferredPages } from './deferred-pages.ts'
import { createFloor } from './floor.ts'
import { nextReading } from './schedule.ts'
import type { createSourceFailures } from './source-failures.ts'
import { hidePages, type SourcePage } from './source-pages.ts'
import { presentSkipped } from './sources.presenter.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

const SKIPPED_KEPT = 100
/** Pages are told of so often, in ms. */
const PROGRESS_EVERY = 500

type Parts = {
  sources: SourcesRepository
  documents: Pick<Documents, 'find' | 'hide' | 'remove'>
  contents: Pick<Contents, 'addPage' | 'replacePage' | 'shown'>
  fetching: Fetching
  web: Pick<CrawlParts, 'fetch'> & Required<Pick<CrawlParts, 'turns'>>
  tell: (row: SourceRow) => void
  tellOfFailure: ReturnType<typeof createSourceFailures>
  log: FastifyBaseLogger
}

/** The source was deleted or cancelled, or another process reads it, while it was read. */
class Ended extends Error {}
/** The plan has no room for another page. */
class Full extends Error {}

const muchMissing = ({ length: missing }: string[], { length: all }: string[]) =>
  reasonOf('pages_missing', { missing, all })

const blank = (): SourceReport => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  skipped_count: 0,
  skipped: [],
})

export const knownPage = ({ title, contentType, etag, lastModified, contentHash, links }: KnownPage) => ({
  title,
  contentType,
  etag,
  lastModified,
  contentHash,
  links,
})

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * Reads a source that was claimed: pages become documents, changed ones new versions. Pages that are gone are hidden
 * unless they are many: then nothing of the reading is applied before somebody has decided.
 */
export const createReading = ({
  sources,
  documents,
  contents,
  fetching,
  web,
  tell,
  tellOfFailure,
  log,
}: Parts) => {
  const take = async (
    row: SourceRow,
    organizationId: string,
    page: CrawledPage,
    before: SourcePage | undefined,
  ) => {
    const { url, title, contentType, body } = page
    const base = { id: row.knowledgeBaseId, organizationId }
    const held = before?.documentId ? await contents.shown(base, before.documentId) : null
    // Without a body the page is unchanged, and what was deleted by hand stays deleted. A removed page comes back
    // with a body; where its text is as before, another markup is no new version.
    if (!body || (held && before?.page.contentHash === page.contentHash)) return held?.id ?? null
    const isPage = (PAGE_TYPES as readonly string[]).includes(contentType)
    const offered = {
      name: isPage ? title : fileNameOf(url, contentType),
      url,
      stream: Readable.from([body]),
      ...(isPage && { type: 'html' as const }),
    }
    const { document, error } = held
      ? await contents.replacePage(base, row.createdBy, held, offered)
      : await contents.addPage(base, row.createdBy, offered)
    if (error?.code === 'plan_limit') throw new Full(error.detail)
    // The same content may stand at another address, or have been typed in; what cannot be read says so itself.
    return document?.id ?? held?.id ?? null
  }

  /** @throws Ended when the source was deleted meanwhile: what was just added goes as well */
  const keep = async ({ id }: SourceRow, page: CrawledPage, documentId: string | null) => {
    if (await sources.keepPage(id, page.url, documentId, knownPage(page))) return
    const held = documentId ? await documents.find(documentId) : null
    if (held) await documents.remove(held.document)
    throw new Ended()
  }

  /** Applies a page to the documents. */
  const apply = async (
    row: SourceRow,
    organizationId: string,
    page: CrawledPage,
    before: SourcePage | undefined,
  ) => keep(row, page, await take(row, organizationId, page, before))

  const readAll = async (
    row: SourceRow,
    kept: Map<string, SourcePage>,
    organizationId: string,
    deferred: ReturnType<typeof createDeferredPages>,
    signal: AbortSignal,
  ) => {
    const { kind, url: start, depth, pages_max: pagesMax, include, exclude, files } = row.settings
    const report = blank()
    let done = 0
    let toldAt = 0
    const skipped: SkippedAddress[] = []
    const elsewhere: SkippedAddress[] = []
    const options = { kind, start, depth, pagesMax, include, exclude, files }
    const present = [...kept].filter(([, { missing }]) => missing !== 'removed')
    const documented = present.flatMap(([url, { documentId, missing }]) =>
      documentId && missing !== 'kept' ? url : [],
    )
    const floor = createFloor(documented, documented.find((url) => pathOf(url) === pathOf(start)) ?? null)
    const gone: string[] = []
    const applyDeferred = async () => {
      for await (const page of deferred.take()) await apply(row, organizationId, page, kept.get(page.url))
    }

    const known = new Map(present.map(([url, { page }]) => [url, page]))
    for await (const event of crawl({ ...options, known }, { ...web, signal })) {
      if (event.kind === 'page') {
        floor.see(event.url)
        if (floor.isSafe()) {
          await applyDeferred()
          await apply(row, organizationId, event, kept.get(event.url))
        } else await deferred.add(event)
        report[event.change]++
        done++
      } else if (event.kind === 'gone') {
        if (kept.get(event.url)?.missing !== 'kept') gone.push(event.url)
      } else {
        report.skipped_count++
        const list = event.reason === 'other_site' ? elsewhere : skipped
        if (list.length < SKIPPED_KEPT) list.push(event)
      }
      if (Date.now() - toldAt < PROGRESS_EVERY) continue
      toldAt = Date.now()
      const waiting = event.kind === 'page' ? event.waiting : 0
      const read = await sources.update(row, { progress: { done, waiting } })
      if (!read) throw new Ended()
      tell(read)
    }
    // What the site lacks itself is named before links that lead away from it.
    report.skipped = [...skipped, ...elsewhere].slice(0, SKIPPED_KEPT).map(presentSkipped)
    const missing = gone.filter((url) => documented.includes(url))
    await sources.releaseHeld(row.id)
    if (floor.mustAsk(missing)) {
      await sources.markMissing(row.id, missing, 'held')
      return { report: { ...report, added: 0, changed: 0 }, error: muchMissing(missing, documented) }
    }
    await applyDeferred()
    await hidePages(
      { sources, documents },
      row.id,
      gone.map((url) => [url, kept.get(url)!]),
    )
    report.removed = gone.length
    // Nothing at all could be read: the first address says why.
    const [first] = done === 0 ? skipped : []
    return { report, error: first ? (first.error ?? failure('no_pages').reason) : null }
  }

  /** The document of a single page says so; of a site it is not known which page comes next. */
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

  const settle = async (row: SourceRow, changes: Parameters<SourcesRepository['update']>[1]) => {
    const settled = await sources.update(row, {
      progress: null,
      lastReadAt: new Date(),
      nextAt: nextReading(row.refresh),
      ...changes,
    })
    if (settled) tell(settled)
  }

  /** A failure is announced once, until a reading succeeds; whoever sees that it failed has been told. */
  const fail = async (
    row: SourceRow,
    organizationId: string,
    error: IngestionError,
    report: SourceReport | null = row.report,
  ) => {
    if (row.notifiedOf !== error.code) {
      if (!(await sources.update(row, { progress: null }))) return
      await tellOfFailure(row, organizationId, error)
    }
    await settle(row, { status: 'failed', error, report, notifiedOf: error.code })
  }

  return async (row: SourceRow, organizationId: string, signal: AbortSignal) => {
    const deferred = createDeferredPages()
    try {
      const kept = await sources.pages(row.id)
      const { report, error } = await whileFetching(row, kept, () =>
        readAll(row, kept, organizationId, deferred, signal),
      )
      if (error) await fail(row, organizationId, error, report)
      else await settle(row, { status: 'ready', error: null, notifiedOf: null, report })
    } catch (error) {
      if (error instanceof Ended || signal.aborted) return
      if (error instanceof Full || (error instanceof Refusal && error.status === 402))
        return fail(row, organizationId, {
          code: 'plan_limit',
          message: error.message,
          hint: 'Delete documents, or choose a larger plan.',
        })
      log.error({ err: error, sourceId: row.id }, 'a source could not be read')
      await fail(row, organizationId, failure('interrupted').reason)
    } finally {
      await deferred.end()
    }
  }
}
