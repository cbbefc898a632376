import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Db } from '../../server/kernel/db/open.ts'
import { documents as documentRows, sourcePages, sources } from '../../server/kernel/db/schema/index.ts'
import { refusal } from '../../server/kernel/errors.ts'
import { openFolderFiles } from '../../server/kernel/files/open-files.ts'
import { failure } from '../../server/kernel/texts/reasons.ts'
import { createContentsRepository } from '../../server/knowledge/documents/contents.repository.ts'
import type { DocumentEventType } from '../../server/knowledge/documents/document-events.ts'
import {
  createDocumentWorkRepository,
  OUR_TRIES_MAX,
  RETRIES_MAX,
  TRIES_MAX,
} from '../../server/knowledge/documents/document-work.repository.ts'
import { createDocumentsRepository } from '../../server/knowledge/documents/documents.repository.ts'
import { createIngest } from '../../server/knowledge/documents/ingest.ts'
import { createPassageWriter } from '../../server/knowledge/documents/passage-writer.ts'
import { createPassagesRepository } from '../../server/knowledge/documents/passages.repository.ts'
import { ReaderCrashed } from '../../server/knowledge/ingestion/child.ts'
import { NO_PROGRESS } from '../../server/knowledge/ingestion/extracted.ts'
import { readDocument } from '../../server/knowledge/ingestion/read.ts'
import { type Embedder, EmbedderUnavailable } from '../../server/knowledge/retrieval/embedder.ts'
import { createFollowing, setFollowing } from '../../server/knowledge/sources/following.ts'
import { plainEmbedder as working } from '../harness/embedder.ts'
import { emptyBase } from '../harness/knowledge.ts'
import { onPostgres } from '../harness/runs.ts'
import { withoutServer } from '../harness/serve.ts'

const broken: Embedder = {
  ...working,
  embed: async () => {
    throw new Error('the endpoint is down')
  },
}
const crashing = async () => {
  throw new ReaderCrashed('SIGSEGV')
}
/** More than are embedded and stored together. */
const manyPassages: typeof readDocument = async (...input) => {
  const parsed = await readDocument(...input)
  return {
    ...parsed,
    passages: Array.from({ length: 40 }, (_, position) => ({ ...parsed.passages[0]!, position })),
  }
}

describe('the ingestion of a document', async () => {
  const { place, database, organizationId, knowledgeBaseId } = await withoutServer(emptyBase)

  const begin = async (embedder: Embedder, parse: typeof readDocument = readDocument) => {
    const documents = createDocumentsRepository(database.db)
    const contents = createContentsRepository(database.db)
    const passages = createPassagesRepository(database.db)
    const work = createDocumentWorkRepository(database.db)
    const files = await openFolderFiles(place.dataDir)
    const row = {
      knowledgeBaseId,
      name: 'a.txt',
      type: 'txt' as const,
      size: 9,
      contentHash: crypto.randomUUID(),
    }
    const fileWith = async (text: string) => {
      const fileId = crypto.randomUUID()
      await writeFile(path.join(place.dataDir, 'files', fileId), text)
      return fileId
    }
    const inserted = await contents.add(row, await fileWith('One line.'))
    if (inserted === null || 'sameAs' in inserted) throw new Error('not inserted')
    const told: DocumentEventType[] = []
    const process = (parse: typeof readDocument) =>
      createIngest({
        contents,
        passages,
        work,
        files,
        parser: {
          parse: ({ path, type, name }, _group, onPage = () => {}) =>
            parse(path, type, name, { ...NO_PROGRESS, page: onPage }),
          close: async () => {},
        },
        write: createPassageWriter({ passages, embedder, embeddedTogether: 2 }),
        tell: (type) => told.push(type),
        log: pino({ level: 'silent' }),
      })
    const { ingest, close } = process(parse)
    const look = async () => (await documents.find(inserted.id))?.document
    const write = (changes: Partial<typeof documentRows.$inferInsert>) =>
      database.db.update(documentRows).set(changes).where(eq(documentRows.id, inserted.id))
    /** Works on it once, when its time has come. */
    const attempt = async (by = ingest) => {
      await write({ notBefore: null })
      const claimed = await work.claim(organizationId)
      if (claimed) await by(claimed, organizationId)
      return claimed
    }
    const replace = async (text: string) =>
      contents.replace(
        inserted,
        { ...row, size: text.length, contentHash: crypto.randomUUID() },
        { fileId: await fileWith(text), createdBy: null },
      )
    const elsewhere = process(readDocument).ingest
    const remove = () => documents.delete(inserted.id)
    return { id: inserted.id, attempt, elsewhere, replace, close, told, look, write, remove, passages, work }
  }

  it('retries after faults of ours with growing delays, and reports a failure in the end', async () => {
    const { attempt, look, told } = await begin(broken)
    const waits: number[] = []
    for (let tried = 1; tried < OUR_TRIES_MAX; tried++) {
      await attempt()
      const row = await look()
      expect(row).toMatchObject({ status: 'queued', attempts: tried, error: null })
      waits.push(Number(row?.notBefore) - Number(row?.updatedAt))
    }
    expect(waits[1]).toBeGreaterThan(waits[0]! * 1.5)
    expect(waits.at(-1)).toBeGreaterThan(5 * 60_000)
    await attempt()
    expect(await look()).toMatchObject({
      status: 'failed',
      attempts: OUR_TRIES_MAX,
      error: { code: 'interrupted' },
    })
    expect(told.at(-1)).toBe('document_failed')
  })

  it('[operate M1] waits for storage that is away as long as it takes, and loses no try', async () => {
    const away = () => Promise.reject(refusal('object_store_away'))
    const { attempt, look, remove } = await begin(working, away)
    for (let tried = 1; tried <= OUR_TRIES_MAX + 1; tried++) {
      await attempt()
      expect(await look()).toMatchObject({ status: 'queued', error: null, tries: 0 })
    }
    expect((await look())?.notBefore).toBeInstanceOf(Date)
    await remove()
  })

  it('waits for an embedding model that is unavailable, however long, and is ready once it works', async () => {
    let isAway = true
    const embed: Embedder['embed'] = async (texts, urgency) => {
      if (isAway) throw new EmbedderUnavailable(new Error('401'))
      return working.embed(texts, urgency)
    }
    const { attempt, look } = await begin({ ...working, embed })
    for (let tried = 1; tried <= OUR_TRIES_MAX + 1; tried++) {
      await attempt()
      expect(await look()).toMatchObject({ status: 'queued', error: null, tries: 0 })
      expect((await look())?.notBefore).toBeInstanceOf(Date)
    }
    isAway = false
    await attempt()
    expect(await look()).toMatchObject({ status: 'ready' })
  })

  it.each([
    ['a rate limit that still takes short texts', 429, true],
    ['a key that is refused from now on', 401, false],
    ['an outage in the middle of it', 503, false],
  ])('waits for %s, and loses no try', async (_, status, takesShortTexts) => {
    let batches = 0
    const embed: Embedder['embed'] = async (texts, urgency) => {
      if (texts.length === 1 ? takesShortTexts : batches++ < 8) return working.embed(texts, urgency)
      throw new EmbedderUnavailable(Object.assign(new Error(), { status }))
    }
    const { attempt, look, remove } = await begin({ ...working, embed }, manyPassages)
    for (let tried = 1; tried <= OUR_TRIES_MAX; tried++) {
      batches = 0
      await attempt()
      expect(await look()).toMatchObject({ status: 'queued', error: null, tries: 0 })
    }
    await remove()
  })

  it('fails in the end if the embedding model fails on its texts alone', async () => {
    const embed: Embedder['embed'] = async (texts, urgency) => {
      if (texts.some((text) => text.includes('One line.'))) throw new EmbedderUnavailable(new Error('500'))
      return working.embed(texts, urgency)
    }
    const { attempt, look } = await begin({ ...working, embed })
    for (let tried = 1; tried <= OUR_TRIES_MAX; tried++) await attempt()
    expect(await look()).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
  })

  it('fails in the end if the embedding model stops within it each time', async () => {
    let batches = 0
    const embed: Embedder['embed'] = async (texts, urgency) => {
      if (batches++ < 8) return working.embed(texts, urgency)
      batches = 0
      const unreachable = Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' })
      throw new EmbedderUnavailable(unreachable)
    }
    const { attempt, look } = await begin({ ...working, embed }, manyPassages)
    for (let tried = 1; tried < OUR_TRIES_MAX; tried++) {
      await attempt()
      expect(await look()).toMatchObject({ status: 'queued', tries: tried })
    }
    await attempt()
    expect(await look()).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
  })

  it('queues behind newer documents once it was put back', async () => {
    const older = await begin(working)
    const claimed = await older.work.claim(organizationId)
    const newer = await begin(working)
    await older.work.putBack(claimed!, new Date())
    const order = [await older.work.claim(organizationId), await older.work.claim(organizationId)]
    expect(order.map((row) => row?.id)).toEqual([newer.id, older.id])
    for (const { remove } of [older, newer]) await remove()
  })

  it('is not begun before its time', async () => {
    const { remove, work } = await begin(working)
    const claimed = await work.claim(organizationId)
    await work.tryAgain(claimed!)
    expect(await work.waitingOrganizations()).toEqual([])
    expect(await work.claim(organizationId)).toBeNull()
    await remove()
  })

  it('[S26] fails for good when its reader ended three times', async () => {
    const { attempt, look, work } = await begin(working, crashing)
    for (let tried = 1; tried <= TRIES_MAX; tried++) await attempt()
    expect(await look()).toMatchObject({ status: 'failed', error: { code: 'crashed' } })
    await work.recover(new Date(Date.now() + 1_000), [])
    expect(await attempt()).toBeNull()
  })

  it('is done once, however many look for it', async () => {
    const { id, attempt, told, passages } = await begin(working)
    await Promise.all([attempt(), attempt(), attempt()])
    expect(told.filter((type) => type === 'document_ready')).toHaveLength(1)
    expect(await passages.of(id, 1)).toHaveLength(1)
  })

  /** A document that was read, and is being embedded again until it is released. */
  const beginAgain = async () => {
    let held = Promise.resolve()
    const embed: Embedder['embed'] = async (texts, urgency) => {
      await held
      return working.embed(texts, urgency)
    }
    const begun = await begin({ ...working, embed })
    await begun.attempt()
    const [passage] = await begun.passages.of(begun.id, 1)
    await begun.write({ status: 'queued', tries: 0 })
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const reading = begun.attempt()
    await expect.poll(async () => (await begun.look())?.status).toBe('embedding')
    return { ...begun, passage, reading, release }
  }

  it('is ready at once if it was disabled while it was read', async () => {
    const { id, reading, release, look, remove } = await beginAgain()
    await createDocumentsRepository(database.db).change([id], { enabled: false })
    release()
    await reading
    expect(await look()).toMatchObject({ status: 'ready', servedReading: 2, enabled: false })
    await remove()
  })

  it('is read again with an edit that was made while it was read, and loses no try', async () => {
    const { id, attempt, look, passages, remove, passage, reading, release } = await beginAgain()
    const corrected = { content: 'One corrected line.', original: 'One line.' }
    await passages.change({ id: passage!.id, documentId: id, reading: 1 }, corrected)
    release()
    await reading
    expect(await look()).toMatchObject({ status: 'queued', tries: 0, servedReading: 1 })
    await attempt()
    expect(await look()).toMatchObject({ status: 'ready', servedReading: 3 })
    expect(await passages.of(id, 3)).toMatchObject([corrected])
    await remove()
  })

  it('keeps the newer content in use when a reading of an older one fails later in another process', async () => {
    const slow = deferred()
    const { id, attempt, elsewhere, replace, look, passages } = await begin(working, () => slow.promise)
    const ofOlder = attempt()
    await expect.poll(async () => (await look())?.status).toBe('reading')
    await replace('Another line.')
    await attempt(elsewhere)
    slow.reject(failure('timed_out'))
    await ofOlder
    const { status, servedReading, passageCount } = (await look())!
    expect({ status, servedReading, passageCount }).toEqual({
      status: 'ready',
      servedReading: 2,
      passageCount: 1,
    })
    expect(await passages.of(id, 2)).toMatchObject([{ content: 'Another line.' }])
  })

  it('keeps the newer content in use when a process begins late with an older one', async () => {
    const { id, attempt, elsewhere, replace, passages, work } = await begin(working)
    const older = await work.claim(organizationId)
    await replace('Another line.')
    await attempt()
    await elsewhere(older!, organizationId)
    expect(await passages.of(id, 2)).toMatchObject([{ content: 'Another line.' }])
  })

  it('is claimed one document at a time', async () => {
    const waiting = [await begin(working), await begin(working), await begin(working)]
    const statuses = () =>
      Promise.all(waiting.map(async ({ look }) => (await look())?.status)).then((all) => all.sort())
    await waiting[0]?.work.claim(organizationId)
    expect(await statuses()).toEqual(['queued', 'queued', 'reading'])
    for (const { remove } of waiting) await remove()
  })

  it('is resumed only when its process stops responding', async () => {
    const { id, work, look, remove } = await begin(working)
    await work.claim(organizationId)
    await work.recover(new Date(Date.now() - 60_000), [])
    expect(await look()).toMatchObject({ status: 'reading' })
    await work.recover(new Date(Date.now() + 1_000), [id])
    expect(await look()).toMatchObject({ status: 'reading' })
    await work.recover(new Date(Date.now() + 1_000), [])
    expect(await look()).toMatchObject({ status: 'queued', attempts: 1 })
    await remove()
  })

  it('[operate M1] fails for a process that was lost after ten tries alone, and not with advice about the file', async () => {
    const { work, look, id, write } = await begin(working)
    const kill = async () => {
      await work.claim(organizationId)
      return work.recover(new Date(Date.now() + 1_000), [])
    }
    for (let tried = 1; tried < OUR_TRIES_MAX; tried++) {
      expect(await kill()).toEqual([])
      expect((await look())?.notBefore === null).toBe(tried < TRIES_MAX)
      await write({ notBefore: null })
    }
    expect(await kill()).toMatchObject([{ id, status: 'failed', error: { code: 'interrupted' } }])
    expect(await look()).toMatchObject({ status: 'failed', attempts: OUR_TRIES_MAX })
  })

  it('that is cut short by the end of the server waits for the next start, and loses no try', async () => {
    const cut = deferred()
    const { attempt, close, look } = await begin({ ...working, embed: () => cut.promise })
    const ingesting = attempt()
    await expect.poll(async () => (await look())?.status).toBe('embedding')
    close()
    cut.reject(new Error('the embedder was closed'))
    await ingesting
    expect(await look()).toMatchObject({ status: 'queued', error: null, tries: 0 })
  })

  // Two transactions at a time, which the embedded database does not have.
  onPostgres('[42.1] is opened to readers who are named while it comes into place', async () => {
    const { id, work, write, look } = await begin(working)
    const settings = { kind: 'connector' as const, connector: 'notion', url: 'https://notion.test' }
    const [source] = await database.db
      .insert(sources)
      .values({
        knowledgeBaseId,
        settings: { ...settings, settings: {}, choices: [] },
        followsReaders: true,
      })
      .returning()
    const page = { title: '', contentType: '', etag: null, lastModified: null, contentHash: '', links: [] }
    await database.db.insert(sourcePages).values({ sourceId: source!.id, key: 'page', documentId: id, page })
    await database.db.transaction((tx) => setFollowing(tx, source!))
    await write({ version: 2, status: 'embedding' })
    const read = (await look())!
    const { indexNumber } = (await work.settingsOf(knowledgeBaseId))!

    let readersAreNamed = () => {}
    const named = new Promise<void>((resolve) => {
      readersAreNamed = resolve
    })
    const finished = named.then(() => work.finish(read, indexNumber, { passageCount: 1, wordCount: 2 }, []))
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const isHeldUp = named.then(() =>
      expect.poll(async () => (await database.db.execute(waiting)).rows.length).toBe(1),
    )
    const db = Object.assign(Object.create(database.db) as Db, {
      transaction: ((follow) =>
        database.db.transaction(async (tx) => {
          const followed = await follow(tx)
          readersAreNamed()
          await isHeldUp
          return followed
        })) satisfies Db['transaction'],
    })
    const { follow } = createFollowing({ db, notifyReadersChanged: () => {} })
    await follow(source!, organizationId, { key: 'page', readers: 'anyone' }, new Set(), true)
    await finished
    expect(await look()).toMatchObject({ status: 'ready', isRestricted: false })
  })

  it('can be asked for again ten times, each with all its tries', async () => {
    const { id, work, write } = await begin(working)
    for (let retry = 1; retry <= RETRIES_MAX; retry++) {
      await write({ status: 'failed', tries: TRIES_MAX })
      expect(await work.requeue([id])).toMatchObject([{ status: 'queued', tries: 0, retries: retry }])
    }
    await write({ status: 'failed' })
    expect(await work.requeue([id])).toEqual([])
  })
})

function deferred() {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  // It may be rejected before the embedder is asked.
  promise.catch(() => {})
  return { promise, reject }
}
