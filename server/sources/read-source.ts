import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { SourceReport } from '../../src/services/contract/sources.ts'
import { crawl } from '../crawling/crawl.ts'
import type { CrawledPage, CrawlParts, KnownPage, SkippedAddress } from '../crawling/crawl.types.ts'
import type { Contents } from '../documents/contents.service.ts'
import type { Fetching } from '../documents/documents.module.ts'
import type { Documents } from '../documents/documents.service.ts'
import { fileNameOf, PAGE_TYPES } from '../fetching/media-types.ts'
import { failure } from '../ingestion/failure.ts'
import { nextReading } from './schedule.ts'
import { presentSkipped } from './sources.presenter.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

const SKIPPED_KEPT = 100
/** Pages are told of so often, in ms. */
const PROGRESS_EVERY = 500

type Kept = { documentId: string | null; page: KnownPage }
type Parts = {
  sources: SourcesRepository
  documents: Pick<Documents, 'find' | 'remove'>
  contents: Pick<Contents, 'addPage' | 'replacePage'>
  fetching: Fetching
  web: Pick<CrawlParts, 'fetch'> & Required<Pick<CrawlParts, 'turns'>>
  tell: (row: SourceRow) => void
  log: FastifyBaseLogger
}

/** The source was deleted or cancelled, or another process reads it, while it was read. */
class Ended extends Error {}
/** The plan has no room for another page. */
class Full extends Error {}

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

/** Reads a source that was claimed: pages become documents, changed ones new versions, and those that are gone go. */
export const createReading = ({ sources, documents, contents, fetching, web, tell, log }: Parts) => {
  const take = async (
    row: SourceRow,
    organizationId: string,
    page: CrawledPage,
    before: Kept | undefined,
  ) => {
    const { url, title, contentType, body } = page
    const base = { id: row.knowledgeBaseId, organizationId }
    const held = before?.documentId ? await documents.find(before.documentId) : null
    // An unchanged page has no body: what was deleted by hand stays deleted.
    if (!body) return held?.document.id ?? null
    const isPage = (PAGE_TYPES as readonly string[]).includes(contentType)
    const offered = {
      name: isPage ? title : fileNameOf(url, contentType),
      url,
      stream: Readable.from([body]),
      ...(isPage && { type: 'html' as const }),
    }
    const { document, error } = held
      ? await contents.replacePage(base, row.createdBy, held.document, offered)
      : await contents.addPage(base, row.createdBy, offered)
    if (error?.code === 'plan_limit') throw new Full(error.detail)
    // The same content may stand at another address, or have been typed in; what cannot be read says so itself.
    return document?.id ?? held?.document.id ?? null
  }

  /** @throws Ended when the source was deleted meanwhile: what was just added goes as well */
  const keep = async ({ id }: SourceRow, page: CrawledPage, documentId: string | null) => {
    if (await sources.keepPage(id, page.url, documentId, knownPage(page))) return
    const held = documentId ? await documents.find(documentId) : null
    if (held) await documents.remove(held.document)
    throw new Ended()
  }

  const forget = async (sourceId: string, url: string, { documentId }: Kept) => {
    const held = documentId ? await documents.find(documentId) : null
    if (held) await documents.remove(held.document)
    await sources.forgetPage(sourceId, url)
  }

  const readAll = async (
    row: SourceRow,
    kept: Map<string, Kept>,
    organizationId: string,
    signal: AbortSignal,
  ) => {
    const { kind, url: start, depth, pages_max: pagesMax, include, exclude, files } = row.settings
    const report = blank()
    let done = 0
    let toldAt = 0
    let first: SkippedAddress | null = null
    const options = { kind, start, depth, pagesMax, include, exclude, files }
    const known = new Map([...kept].map(([url, { page }]) => [url, page]))
    for await (const event of crawl({ ...options, known }, { ...web, signal })) {
      if (event.kind === 'page') {
        const documentId = await take(row, organizationId, event, kept.get(event.url))
        await keep(row, event, documentId)
        report[event.change]++
        done++
      } else if (event.kind === 'gone') {
        await forget(row.id, event.url, kept.get(event.url)!)
        report.removed++
      } else {
        first ??= event
        report.skipped_count++
        if (report.skipped.length < SKIPPED_KEPT) report.skipped.push(presentSkipped(event))
      }
      if (Date.now() - toldAt < PROGRESS_EVERY) continue
      toldAt = Date.now()
      const waiting = event.kind === 'page' ? event.waiting : 0
      const read = await sources.update(row, { progress: { done, waiting } })
      if (!read) throw new Ended()
      tell(read)
    }
    return { report, done, first }
  }

  /** The document of a single page says so; of a site it is not known which page comes next. */
  const whileFetching = async <Result>(
    { settings }: SourceRow,
    kept: Map<string, Kept>,
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

  return async (row: SourceRow, organizationId: string, signal: AbortSignal) => {
    try {
      const kept = await sources.pages(row.id)
      const { report, done, first } = await whileFetching(row, kept, () =>
        readAll(row, kept, organizationId, signal),
      )
      // Nothing at all could be read: the first address says why.
      const failed = done === 0 && first !== null
      await settle(row, {
        status: failed ? 'failed' : 'ready',
        error: failed ? (first?.error ?? failure('no_pages').reason) : null,
        report,
      })
    } catch (error) {
      if (error instanceof Ended || signal.aborted) return
      if (error instanceof Full)
        return settle(row, {
          status: 'failed',
          error: {
            code: 'plan_limit',
            message: error.message,
            hint: 'Delete documents, or choose a larger plan.',
          },
        })
      log.error({ err: error, sourceId: row.id }, 'a source could not be read')
      await settle(row, { status: 'failed', error: failure('interrupted').reason })
    }
  }
}
