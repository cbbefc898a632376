import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { Context } from '../../server/context.ts'
import {
  documents as documentRows,
  indexReadings,
  knowledgeBases,
  knowledgeIndexes,
} from '../../server/kernel/db/schema/index.ts'
import { refusal } from '../../server/kernel/errors.ts'
import { createContentsRepository } from '../../server/knowledge/documents/contents.repository.ts'
import { createDocumentWorkRepository } from '../../server/knowledge/documents/document-work.repository.ts'
import { createPassageWriter } from '../../server/knowledge/documents/passage-writer.ts'
import { createPassagesRepository } from '../../server/knowledge/documents/passages.repository.ts'
import { createBuild, startIndexing } from '../../server/knowledge/indexes/build.ts'
import { createIndexReadingsRepository } from '../../server/knowledge/indexes/index-readings.repository.ts'
import { createIndexWorkRepository } from '../../server/knowledge/indexes/index-work.repository.ts'
import { createIndexesRepository } from '../../server/knowledge/indexes/indexes.repository.ts'
import { createPublishIndex } from '../../server/knowledge/indexes/publish-index.repository.ts'
import { type Embedder, EmbedderUnavailable } from '../../server/knowledge/retrieval/embedder.ts'
import { plainEmbedder as working } from '../harness/embedder.ts'
import { emptyBase } from '../harness/knowledge.ts'
import { withoutServer } from '../harness/serve.ts'

const COUNTS = { passageCount: 1, wordCount: 1 }
const READ = {
  ...COUNTS,
  changes: { added: 0, changed: 1, removed: 0, unchanged: 0 },
  lostEdits: [],
}
const PASSAGE = { position: 0, headingPath: [], charStart: 0, charEnd: 4, page: null }
type BuildParts = Parameters<typeof createBuild>[0]
const SETTINGS = { passage_size: 400, passage_overlap: 0 }

describe('the work on an index', async () => {
  const { database, organizationId, knowledgeBaseId } = await withoutServer(emptyBase)

  const repositories = () => ({
    work: createIndexWorkRepository(database.db),
    readings: createIndexReadingsRepository(database.db),
    publish: createPublishIndex(database.db),
    indexes: createIndexesRepository(database.db),
    ingestion: createDocumentWorkRepository(database.db),
    passages: createPassagesRepository(database.db),
  })

  /** A document that is searched, and an index that waits. */
  const begin = async () => {
    const { db } = database
    await db.delete(documentRows)
    await db.delete(knowledgeIndexes)
    await db.insert(knowledgeIndexes).values({
      knowledgeBaseId,
      number: 1,
      origin: 'created',
      status: 'published',
      passageSize: 1_200,
      passageOverlap: 0,
    })
    await db.update(knowledgeBases).set({ indexNumber: 1 }).where(eq(knowledgeBases.id, knowledgeBaseId))
    const { work, readings, indexes, ingestion, ...rest } = repositories()
    const add = async (name: string) => {
      const row = { knowledgeBaseId, name, type: 'txt' as const, size: 9, contentHash: crypto.randomUUID() }
      const added = await createContentsRepository(db).add(row, crypto.randomUUID())
      if (added === null || 'sameAs' in added) throw new Error('not inserted')
      const claimed = await ingestion.claim(organizationId)
      await ingestion.finish(claimed!, 1, COUNTS, [])
      return added
    }
    const added = await add('a.txt')
    const id = await indexes.insert({
      knowledgeBaseId,
      origin: 'settings',
      createdBy: null,
      restoredNumber: null,
      settings: SETTINGS,
    })
    const look = async () => (await db.select().from(documentRows).where(eq(documentRows.id, added.id)))[0]!
    const claim = (until = new Date(Date.now() + 60_000)) => work.claim(organizationId, until)
    /** Reads the document for the index. */
    const read = async () => {
      const index = (await claim())!
      const next = (await readings.next(index))!
      const begun = (await readings.begin(index.id, next.document, 1))!
      await readings.finish(index.id, begun, READ)
      return { index, begun }
    }
    /** The next turn of the index, with what differs from parts that work. Returns the document's reading. */
    const turn = async ({ embed = working.embed, ...different }: Partial<BuildParts & Embedder> = {}) => {
      await work.update(id!, { notBefore: null })
      const build = createBuild({
        ...rest,
        work,
        readings,
        indexes,
        contents: createContentsRepository(db),
        files: { onDisk: async (_: string, use: (path: string) => unknown) => use('') },
        parser: {
          parse: async ({ name }: { name: string }) => ({
            title: '',
            words: 1,
            passages: [{ ...PASSAGE, content: name }],
          }),
        },
        write: createPassageWriter({
          ...rest,
          embedder: { ...working, embed },
          embeddedTogether: 2,
        }),
        candidates: { load: async () => {}, publish: async () => {}, drop: async () => {} },
        compare: async () => null,
        published: () => {},
        isClosing: () => false,
        tell: async () => {},
        log: pino({ level: 'silent' }),
        ...different,
      } as unknown as BuildParts)
      await build((await claim())!, organizationId)
      const [reading] = await db.select().from(indexReadings).where(eq(indexReadings.documentId, added.id))
      return reading
    }
    const current = async () =>
      (await db.select().from(knowledgeIndexes).where(eq(knowledgeIndexes.id, id!)))[0]!
    return {
      id: id!,
      document: added.id,
      add,
      work,
      readings,
      indexes,
      ingestion,
      look,
      claim,
      read,
      turn,
      current,
      ...rest,
    }
  }

  it('is done by one process at a time, and taken up by another when that is gone', async () => {
    const { id, work, claim } = await begin()
    expect(await work.waitingOrganizations()).toEqual([organizationId])
    const first = await claim(new Date(Date.now() - 1))
    expect(first).toMatchObject({ id, status: 'building' })
    // Its lease has run out.
    expect((await claim())?.id).toBe(id)
    expect(await claim()).toBeNull()
    expect(await work.waitingOrganizations()).toEqual([])
    await work.release()
    expect((await claim())?.id).toBe(id)
  })

  it('publishes readings, and keeps the earlier ones with their vectors', async () => {
    const { id, readings, publish, read, look, indexes } = await begin()
    const before = await look()
    const { index, begun } = await read()
    expect(await readings.next(index)).toBeNull()
    expect((await look()).servedReading).toBe(before.servedReading)
    const published = await publish(index, new Date(), {})
    expect(published).toMatchObject({ id, status: 'published' })
    expect((await look()).servedReading).toBe(begun.reading)
    const [newest, first] = await indexes.of(knowledgeBaseId)
    expect([newest?.status, first?.status, first?.isKept]).toEqual(['published', 'replaced', true])
    const [kept] = await database.db.select().from(indexReadings)
    expect(kept).toMatchObject({ reading: before.servedReading, version: 1 })
    const [base] = await database.db.select().from(knowledgeBases)
    expect(base).toMatchObject({ indexNumber: 2, settings: { ...SETTINGS, mode: 'hybrid' } })
  })

  it('publishes what a person approves long after it was built', async () => {
    const { id, work, indexes, read, turn, current } = await begin()
    await read()
    await work.update(id, {
      status: 'ready',
      startedAt: new Date(Date.now() - 3 * 24 * 3_600_000),
      claimedUntil: null,
    })
    await indexes.decide(id, 'publish')
    await turn()
    expect(await current()).toMatchObject({ status: 'published', error: null })
  })

  it('does not publish while a document was read, edited or added since', async () => {
    const { work, readings, publish, read, document, ingestion } = await begin()
    const { index } = await read()
    await database.db
      .update(documentRows)
      .set({ servedAt: new Date(0) })
      .where(eq(documentRows.id, document))
    expect(await publish(index, new Date(), {})).toBe('behind')
    expect((await readings.next(index))?.document.id).toBe(document)
    expect((await database.db.select().from(knowledgeBases))[0]?.indexNumber).toBe(1)
    // Its status was put back with the rest.
    expect(await work.update(index.id, {})).not.toBeNull()
    expect(await ingestion.settingsOf(knowledgeBaseId)).toMatchObject({ indexNumber: 1 })
  })

  it('lets a document that was being read meanwhile be read again for the index that was published', async () => {
    const { publish, read, ingestion, document, look } = await begin()
    const { index } = await read()
    await database.db.update(documentRows).set({ status: 'queued' }).where(eq(documentRows.id, document))
    const claimed = (await ingestion.claim(organizationId))!
    expect(await publish(index, new Date(), {})).toMatchObject({ status: 'published' })
    expect(await ingestion.finish(claimed, 1, COUNTS, [])).toBe('outdated')
    expect(await look()).toMatchObject({ status: 'queued', tries: 1, servedReading: claimed.reading - 1 })
    const again = (await ingestion.claim(organizationId))!
    expect(await ingestion.finish(again, 2, COUNTS, [])).toMatchObject({ status: 'ready' })
  })

  it('does not read a document that is being ingested, or for a cancelled index', async () => {
    const { id, work, readings, publish, indexes, claim, document } = await begin()
    const index = (await claim())!
    const next = (await readings.next(index))!
    await database.db.update(documentRows).set({ status: 'reading' }).where(eq(documentRows.id, document))
    expect(await readings.begin(index.id, next.document, 1)).toBeNull()
    await database.db.update(documentRows).set({ status: 'ready' }).where(eq(documentRows.id, document))
    const begun = (await readings.begin(index.id, next.document, 1))!
    expect(await indexes.cancel(id)).toBe(true)
    expect(await readings.begin(index.id, next.document, 2)).toBeNull()
    expect(await work.update(id, {})).toBeNull()
    expect(await publish(index, new Date(), {})).toBeNull()
    expect(await readings.remains()).toMatchObject([{ documentId: document, reading: begun.reading }])
  })

  it('reads a document whose page is being fetched again, and can restore that reading', async () => {
    const { turn, look, document, current } = await begin()
    await database.db.update(documentRows).set({ status: 'fetching' }).where(eq(documentRows.id, document))
    expect(await turn()).toMatchObject({ reading: 2, isRead: true, error: null })
    // The reading that is replaced has the latest content.
    expect(await turn()).toMatchObject({ reading: 1, version: 1 })
    expect((await current()).status).toBe('published')
    expect((await look()).servedReading).toBe(2)
  })

  it('says of a document whose reading was cancelled that it does not go on by itself', async () => {
    const { turn, document } = await begin()
    await database.db.update(documentRows).set({ status: 'cancelled' }).where(eq(documentRows.id, document))
    const { error } = (await turn())!
    expect(error).toMatchObject({ code: 'not_read_yet', hint: expect.stringContaining('Retry it') })
  })

  it('neither counts nor names documents that a source has removed', async () => {
    const { turn, add, readings, current } = await begin()
    const { id } = await add('b.txt')
    await database.db.update(documentRows).set({ removedAt: new Date() }).where(eq(documentRows.id, id))
    await turn()
    expect(await readings.progress(await current())).toEqual({ done: 1, total: 1 })
    await turn()
    await turn()
    expect(await current()).toMatchObject({
      status: 'published',
      report: { documents_count: 1, documents: [{ name: 'a.txt' }] },
    })
  })

  it('that is not complete after a day fails, and people are told', async () => {
    const { id, work, turn, current } = await begin()
    await work.update(id, { startedAt: new Date(Date.now() - 25 * 3_600_000) })
    const notify = vi.fn(async () => {})
    await turn({ notify })
    expect(await current()).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect(notify.mock.calls).toMatchObject([['index_failure', { id }]])
  })

  it('waits for an embedding model that is unavailable, however long, and blames no document', async () => {
    const { turn, current } = await begin()
    const embed = () => Promise.reject(new EmbedderUnavailable(new Error('401')))
    for (let tried = 1; tried <= 4; tried++)
      expect(await turn({ embed })).toMatchObject({ tries: 0, isRead: false, error: null })
    const { status, notBefore } = await current()
    expect(status).toBe('building')
    expect(Number(notBefore) - Date.now()).toBeGreaterThan(30_000)
    expect(await turn()).toMatchObject({ isRead: true, error: null, passageCount: 1 })
  })

  it.each([
    ['an object store that is away', refusal('object_store_away')],
    ['a full disk', Object.assign(new Error(), { code: 'ENOSPC' })],
  ])('[operate M1] waits for %s, and blames no document', async (_, error) => {
    const { turn, current } = await begin()
    const files = { onDisk: () => Promise.reject(error) } as unknown as BuildParts['files']
    for (let tried = 1; tried <= 4; tried++)
      expect(await turn({ files })).toMatchObject({ tries: 0, isRead: false, error: null })
    expect(Number((await current()).notBefore) - Date.now()).toBeGreaterThan(10_000)
    expect(await turn()).toMatchObject({ isRead: true, error: null })
  })

  it('[operate M1] gives an attempt back once the database is back', async () => {
    const { turn, readings, passages } = await begin()
    const isAway = () => Promise.reject(Object.assign(new Error(), { code: '57P01' }))
    const putBack = vi
      .fn(async (...of: Parameters<typeof readings.putBack>) => void (await readings.putBack(...of)))
      .mockImplementationOnce(isAway)
    const different = {
      files: { onDisk: isAway },
      passages: { ...passages, deleteReading: isAway },
      readings: { ...readings, putBack },
    }
    expect(await turn(different as unknown as BuildParts)).toMatchObject({ tries: 0, isRead: false })
  })

  it('that is cut short by the end of the server waits for the next start, and loses no try', async () => {
    const { turn, current } = await begin()
    const parse = () => Promise.reject(new Error('the parser was closed'))
    for (let tried = 1; tried <= 4; tried++)
      expect(
        await turn({ parser: { parse } as unknown as BuildParts['parser'], isClosing: () => true }),
      ).toMatchObject({
        tries: 0,
        isRead: false,
      })
    expect(await current()).toMatchObject({ claimedUntil: null, notBefore: null })
  })

  it('is not taken up while the server is closing', async () => {
    const { current, ...parts } = await begin()
    const context = { database, log: pino({ level: 'silent' }) } as unknown as Context
    const indexing = await startIndexing(context, { ...parts, build: async () => {}, isClosing: () => true })
    await indexing.close()
    expect(await current()).toMatchObject({ status: 'queued', claimedUntil: null })
  })

  it('reads the other documents before one that the embedding model fails on, and ends without it', async () => {
    const { turn, add, readings, current } = await begin()
    await add('b.txt')
    const embed: Embedder['embed'] = async (texts, urgency) => {
      if (texts.includes('a.txt')) throw new EmbedderUnavailable(new Error('500'))
      return working.embed(texts, urgency)
    }
    expect(await turn({ embed })).toMatchObject({ tries: 1, isRead: false })
    await turn({ embed })
    expect(await readings.progress(await current())).toEqual({ done: 1, total: 2 })
    for (let tried = 2; tried <= 3; tried++) expect(await turn({ embed })).toMatchObject({ tries: tried })
    expect(await turn({ embed })).toMatchObject({ reading: null, isRead: true, error: { code: 'crashed' } })
    await turn({ embed })
    expect((await current()).status).toBe('published')
  })
})
