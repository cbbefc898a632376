import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { documents as documentRows } from '../../server/kernel/db/schema/index.ts'
import { createContentsRepository } from '../../server/knowledge/documents/contents.repository.ts'
import { createDocumentsRepository } from '../../server/knowledge/documents/documents.repository.ts'
import { createFollowing } from '../../server/knowledge/sources/following.ts'
import { createReading } from '../../server/knowledge/sources/read-source.ts'
import type { FoundItem } from '../../server/knowledge/sources/reader.types.ts'
import { createRemoval } from '../../server/knowledge/sources/remove-source.ts'
import { createSourcesRepository } from '../../server/knowledge/sources/sources.repository.ts'
import { makePlace, openPlace } from '../harness/database.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'

const SITE = 'http://site.test/'

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

it('a source that is removed while another process reads it leaves no documents', async () => {
  const place = await makePlace()
  const server = await startTestServer({ place })
  const person = await server.register()
  const organizationId = (await server.found(person)).id
  const knowledgeBaseId = (await createClient(server.url, person).knowledgeBase(organizationId)).id
  // Its queue would take the source.
  await server.close()
  const { db, close } = await openPlace(place)
  const sources = createSourcesRepository(db)
  const contents = createContentsRepository(db)
  const documents = createDocumentsRepository(db)

  let goOn = () => {}
  const isRemoving = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const unused = async () => {
    throw new Error('not expected')
  }
  const read = createReading({
    sources,
    documents: { find: documents.find, hide: unused, remove: unused },
    contents: {
      async addPage(base, _userId, { name }) {
        const row = { knowledgeBaseId: base.id, name, type: 'html' as const, size: 1, contentHash: name }
        const document = await contents.add(row, crypto.randomUUID())
        if (document === null || 'sameAs' in document) throw new Error('not added')
        return { name, document, error: null }
      },
      followPage: unused,
      replacePage: unused,
      shown: unused,
    },
    fetching: { begin: unused, end: unused },
    following: createFollowing({ db, notifyReadersChanged: () => {} }),
    readerOf: () =>
      async function* () {
        yield pageAt(SITE)
        await isRemoving
        yield pageAt(`${SITE}later`)
      },
    tell: () => {},
    notifyOfFailure: unused,
    log: pino({ level: 'silent' }),
  })
  const remove = createRemoval({
    sources,
    documents: {
      find: documents.find,
      // The other process adds its next page after the first ones were listed.
      async remove({ id }) {
        goOn()
        await reading
        await documents.delete(id)
      },
    },
    stop: async () => {},
  })

  const limits = { include: [], exclude: [], files: false, depth: 1, pages_max: 5 }
  const settings = { kind: 'site' as const, url: SITE, ...limits }
  await sources.insert({ knowledgeBaseId, settings, secrets: null, nextAt: new Date() })
  const { source } = (await sources.claim(organizationId))!
  const reading = read(source, organizationId, new AbortController().signal)
  await expect.poll(async () => (await sources.find(source.id))?.source.progress?.done).toBe(1)
  await remove(source)
  await reading
  const left = await db.select().from(documentRows).where(eq(documentRows.knowledgeBaseId, knowledgeBaseId))
  expect(left).toEqual([])
  expect(await sources.find(source.id)).toBeNull()
  await close()
  await place.remove()
})
