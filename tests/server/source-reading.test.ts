import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { documents as documentRows, sources as sourceRows } from '../../server/kernel/db/schema/index.ts'
import { fetchFailure } from '../../server/kernel/fetching/fetch-failure.ts'
import { createContentsRepository } from '../../server/knowledge/documents/contents.repository.ts'
import { createDocumentsRepository } from '../../server/knowledge/documents/documents.repository.ts'
import { createFollowing } from '../../server/knowledge/sources/following.ts'
import { createReading } from '../../server/knowledge/sources/read-source.ts'
import type { FoundItem, Reader, SourceEvent } from '../../server/knowledge/sources/reader.types.ts'
import { createRemoval } from '../../server/knowledge/sources/removal.ts'
import { presentSource } from '../../server/knowledge/sources/sources.presenter.ts'
import { createSourcesRepository } from '../../server/knowledge/sources/sources.repository.ts'
import type { SourceRow } from '../../server/knowledge/sources/sources.types.ts'
import { emptyBase } from '../harness/knowledge.ts'
import { withoutServer } from '../harness/serve.ts'

const SITE = 'http://site.test/'
const HOUR = 3_600_000 // ms

const pageAt = (url: string): FoundItem => ({
  kind: 'page',
  key: url,
  url,
  name: url,
  type: 'html',
  title: '',
  contentType: 'text/html',
  etag: null,
  lastModified: null,
  contentHash: url,
  links: [],
  body: Buffer.from(url),
  change: 'added',
  waiting: 0,
})

const unused = async () => {
  throw new Error('not expected')
}

describe('a source that is read', async () => {
  const { database, organizationId, knowledgeBaseId } = await withoutServer(emptyBase)

  const limits = { include: [], exclude: [], files: false, depth: 1, pages_max: 5 }
  const SITE_SETTINGS = { kind: 'site' as const, url: SITE, ...limits }
  const SERVICE = { kind: 'connector' as const, connector: 'bucket', url: SITE, settings: {}, choices: [] }

  const begin = async (reader: Reader, settings: SourceRow['settings'] = SITE_SETTINGS) => {
    const { db } = database
    const sources = createSourcesRepository(db)
    const contents = createContentsRepository(db)
    const documents = createDocumentsRepository(db)
    const failures: string[] = []
    const read = createReading({
      sources,
      documents: {
        find: documents.find,
        hide: unused,
        remove: async (document) => void (await documents.delete(document.id)),
      },
      contents: {
        async addPage(base, _userId, { name }) {
          const content = { type: 'html' as const, size: 1, contentHash: name }
          const row = { knowledgeBaseId: base.id, name, source: 'page' as const, ...content }
          const document = await contents.add(row, crypto.randomUUID())
          if (document === null || 'sameAs' in document) throw new Error('not added')
          return { name, document, error: null }
        },
        followPage: unused,
        replacePage: unused,
        shown: async (_base, documentId) => (await documents.find(documentId))?.document ?? null,
      },
      fetching: { begin: unused, end: unused },
      following: createFollowing({ db, notifyReadersChanged: () => {} }),
      readerOf: () => reader,
      tell: () => {},
      notifyOfFailure: async (_row, _organizationId, { code }) => void failures.push(code),
      log: pino({ level: 'silent' }),
    })
    const id = await sources.insert({ knowledgeBaseId, settings, secrets: null, nextAt: new Date() })
    const look = async () => (await sources.find(id))?.source
    const readOnce = async () => {
      await db.update(sourceRows).set({ nextAt: new Date() }).where(eq(sourceRows.id, id))
      const claimed = await sources.claim(organizationId)
      await read(claimed!.source, organizationId, new AbortController().signal)
    }
    return { db, id, sources, documents, failures, look, readOnce }
  }

  it('and removed meanwhile by another process leaves no documents', async () => {
    let goOn = () => {}
    const isRemoving = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { db, id, sources, documents, look, readOnce } = await begin(async function* () {
      yield pageAt(SITE)
      await isRemoving
      yield pageAt(`${SITE}later`)
    })
    const reading = readOnce()
    const remove = createRemoval({
      sources,
      documents: {
        find: documents.find,
        // The reading adds its next page after the first ones were listed.
        async remove(document) {
          goOn()
          await reading
          await documents.delete(document.id)
        },
      },
      stop: async () => {},
    })
    await expect.poll(async () => (await look())?.progress?.done).toBe(1)
    await remove({ id })
    const left = await db.select().from(documentRows).where(eq(documentRows.knowledgeBaseId, knowledgeBaseId))
    expect(left).toEqual([])
    expect(await look()).toBeUndefined()
  })

  it('and cancelled, then read by another process, has one document for each page', async () => {
    let goOn = () => {}
    const isReadByOther = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let begun = 0
    const { db, id, sources, look, readOnce } = await begin(async function* () {
      if (begun++ === 0) await isReadByOther
      yield pageAt(SITE)
    })
    const first = readOnce()
    await expect.poll(() => begun).toBe(1)
    await sources.cancel(id)
    await sources.requeue(id)
    await readOnce()
    goOn()
    await first
    const left = await db.select().from(documentRows).where(eq(documentRows.knowledgeBaseId, knowledgeBaseId))
    const held = [...(await sources.pages(id))].map(([key, { documentId }]) => [key, documentId])
    expect(held).toEqual(left.map((document) => [SITE, document.id]))
    expect(held).toHaveLength(1)
    expect(await look()).toMatchObject({ status: 'ready', report: { added: 1 } })
  })

  it.each<SourceEvent>([
    { ...pageAt(SITE), body: null, change: 'unchanged' },
    { kind: 'gone', key: SITE },
  ])('and cancelled, keeps its documents as they were: $kind', async (event) => {
    let isFirst = true
    const { id, sources, readOnce } = await begin(async function* () {
      if (isFirst) return yield pageAt(SITE)
      yield { kind: 'listed', key: `${SITE}other` }
      await sources.cancel(id)
      yield event
    })
    await readOnce()
    isFirst = false
    const before = await sources.pages(id)
    await readOnce()
    expect(await sources.pages(id)).toEqual(before)
    expect(before.get(SITE)?.documentId).toEqual(expect.any(String))
  })

  it('keeps the links of its pages, and loads those of one page at a time', async () => {
    const page = { ...pageAt(`${SITE}links`), links: [`${SITE}linked`] }
    const { id, sources, readOnce } = await begin(async function* () {
      yield page
    })
    await readOnce()
    expect((await sources.pages(id)).get(page.key)?.page).not.toHaveProperty('links')
    expect(await sources.linksOf(id, page.key)).toEqual(page.links)
    for (const query of [sources.documentsOf(id), sources.held(id)])
      expect(query.toSQL().sql).not.toContain('"page"')
  })

  const busyAfter = (url: string): Reader =>
    async function* () {
      yield pageAt(url)
      throw fetchFailure('service_busy', { retryAfter: HOUR })
    }

  it('goes on for longer than a day if each visit brings something', async () => {
    const { db, id, failures, look, readOnce } = await begin(busyAfter(`${SITE}/new`), SERVICE)
    const aDayAgo = new Date(Date.now() - 24 * HOUR).toISOString()
    const progress = { done: 0, waiting: 0, since: aDayAgo }
    await db.update(sourceRows).set({ progress }).where(eq(sourceRows.id, id))
    await readOnce()
    expect(await look()).toMatchObject({ status: 'queued', error: null })
    expect(Date.parse((await look())!.progress!.since!)).toBeGreaterThan(Date.parse(aDayAgo))
    expect(failures).toEqual([])
  })

  it('fails after a day if each visit begins at the first page, as for a site', async () => {
    const { db, id, look, readOnce } = await begin(busyAfter(`${SITE}/first`))
    const since = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    const waitingSince = (hours: number) =>
      db
        .update(sourceRows)
        .set({ progress: { done: 0, waiting: 0, since: since(hours) } })
        .where(eq(sourceRows.id, id))
    await waitingSince(10)
    await readOnce()
    const { status, nextAt } = (await look())!
    expect(status).toBe('queued')
    // Visits become rarer.
    expect(nextAt!.getTime()).toBeGreaterThan(Date.now() + 9 * HOUR)
    await db.delete(documentRows).where(eq(documentRows.knowledgeBaseId, knowledgeBaseId))
    await waitingSince(20)
    await readOnce()
    // The last one is within the day.
    expect((await look())!.nextAt!.getTime()).toBeLessThan(Date.now() + 5 * HOUR)
    await db.delete(documentRows).where(eq(documentRows.knowledgeBaseId, knowledgeBaseId))
    await waitingSince(24)
    await readOnce()
    expect(await look()).toMatchObject({ status: 'failed', error: { code: 'service_busy' } })
  })

  it('fails, and says so, after its server has asked for a later visit for a day', async () => {
    // biome-ignore lint/correctness/useYield: it is refused before the first page.
    const { db, id, failures, look, readOnce } = await begin(async function* () {
      throw fetchFailure('service_busy', { retryAfter: HOUR })
    })
    const started = Date.now()
    await readOnce()
    const { progress, ...waiting } = (await look())!
    expect(waiting).toMatchObject({ status: 'queued', error: null })
    expect(presentSource({ progress, ...waiting }).progress).toBeNull()
    await readOnce()
    const since = (await look())?.progress?.since
    expect(since).toBe(progress?.since)
    expect(Date.parse(since!)).toBeGreaterThanOrEqual(started)
    expect(failures).toEqual([])

    const aDayAgo = new Date(started - 23 * HOUR - 1).toISOString()
    await db
      .update(sourceRows)
      .set({ progress: { done: 0, waiting: 0, since: aDayAgo } })
      .where(eq(sourceRows.id, id))
    await readOnce()
    expect(await look()).toMatchObject({ status: 'failed', error: { code: 'service_busy' }, progress: null })
    expect(failures).toEqual(['service_busy'])
  })
})
