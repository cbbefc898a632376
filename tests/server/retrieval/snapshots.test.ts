import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBucket } from '../../../server/kernel/files/bucket.ts'
import type { WorkerCall } from '../../../server/kernel/worker-calls.ts'
import { startWorker } from '../../../server/kernel/workers.ts'
import type { IndexRequest } from '../../../server/knowledge/retrieval/index/indexes.ts'
import { createIndexClient, type IndexClient } from '../../../server/knowledge/retrieval/index-client.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'
import { createSnapshots } from '../../../server/knowledge/retrieval/snapshots.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { type ObjectStore, startObjectStore } from '../../harness/object-store.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

/** Without changes, as in the product, only sooner. */
const SAVE_AFTER = 200 // ms

let server: TestServer
let index: IndexClient
const folder = mkdtempSync(path.join(tmpdir(), 'lectern-snapshots-'))
beforeAll(async () => {
  server = await startTestServer()
  index = createIndexClient({
    db: server.database.db,
    startWorker: () => startWorker('knowledge/retrieval/index'),
    snapshots: createSnapshots(folder, null),
    saveAfter: SAVE_AFTER,
  })
})
afterAll(async () => {
  await index.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

it('[S7] keeps nothing on disk of knowledge bases that are gone', async () => {
  const person = await server.register()
  const ann = createClient(server.url, person)
  const { id } = await ann.knowledgeBase((await server.found(person)).id)
  await ann.upload(id, [{ name: 'a.txt', content: 'The zebra sleeps in the kitchen.' }])
  await ann.settled(id)
  const query = { question: 'zebra', meaning: null, limit: 5 }
  expect((await index.search({ knowledgeBaseIds: [id], closed: new Set() }, query)).byWords).toHaveLength(1)
  const file = path.join(folder, `${id}.index`)
  await until(
    async () => existsSync(file),
    (exists) => exists,
  )
  expect(readFileSync(file).includes('zebra')).toBe(true)
  await index.sweep()
  expect(existsSync(file)).toBe(true)
  await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)
  await index.sweep()
  expect(readdirSync(folder)).toEqual([])
})

it('[S7] keeps nothing on disk of a deleted document, without a search', async () => {
  const person = await server.register()
  const ann = createClient(server.url, person)
  const { id } = await ann.knowledgeBase((await server.found(person)).id)
  await ann.upload(id, [
    { name: 'a.txt', content: 'The zebra sleeps in the kitchen.' },
    { name: 'b.txt', content: 'The giraffe sleeps in the garden.' },
  ])
  const documents = await ann.settled(id)
  await server.retrieval.ranking('zebra', { knowledgeBaseIds: [id], closed: new Set() })
  const file = path.join(server.config.dataDir, 'index', `${id}.index`)
  await until(
    async () => existsSync(file),
    (exists) => exists,
  )
  const words = () =>
    readFileSync(file)
      .toString('latin1')
      .match(/zebra|giraff/g)
      ?.sort()
  expect(words()).toEqual(['giraff', 'zebra'])
  const zebra = documents.find(({ name }) => name === 'a.txt')
  expect((await ann.call('DELETE', `/api/v1/documents/${zebra?.id}`)).status).toBe(200)
  await until(
    async () => words(),
    (held) => held?.join() === 'giraff',
  )
})

describe('what processes share in an object store', () => {
  let store: ObjectStore
  const disks: string[] = []
  const clients: IndexClient[] = []
  beforeAll(async () => {
    store = await startObjectStore()
  })
  afterAll(async () => {
    for (const client of clients) await client.close()
    await store.close()
    for (const disk of disks) rmSync(disk, { recursive: true })
  })

  /** Another process, with an empty disk; `puts` are the documents that it has indexed itself. */
  const join = () => {
    const disk = mkdtempSync(path.join(tmpdir(), 'lectern-process-'))
    const warnings: unknown[] = []
    const puts: string[] = []
    const client = createIndexClient({
      db: server.database.db,
      startWorker: () => {
        const worker = startWorker('knowledge/retrieval/index')
        const send = worker.postMessage.bind(worker)
        worker.postMessage = (message: WorkerCall<IndexRequest>) => {
          const { request } = message
          if (request.kind === 'put') puts.push(...request.documents.map(({ id }) => id))
          send(message)
        }
        return worker
      },
      snapshots: createSnapshots(
        disk,
        createSharedSnapshots(createBucket(store.settings), (error) => warnings.push(error)),
      ),
      saveAfter: SAVE_AFTER,
    })
    disks.push(disk)
    clients.push(client)
    const search = async (base: string, question: string) =>
      (
        await client.search(
          { knowledgeBaseIds: [base], closed: new Set() },
          { question, meaning: null, limit: 5 },
        )
      ).byWords.length
    return { client, search, puts, warnings }
  }
  const shared = (base: string) => {
    const folder = path.dirname(store.pathOf(`indexes/${base}/x`))
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('_object')) : []
  }
  const held = (base: string) => {
    const folder = path.dirname(store.pathOf(`indexes/${base}/x`))
    return shared(base)
      .map((name) => readFileSync(path.join(folder, name)).toString('latin1'))
      .join()
  }
  const withBase = async () => {
    const person = await server.register()
    const ann = createClient(server.url, person)
    const { id } = await ann.knowledgeBase((await server.found(person)).id)
    await ann.upload(id, [
      { name: 'a.txt', content: 'The zebra sleeps in the kitchen.' },
      { name: 'b.txt', content: 'The giraffe sleeps in the garden.' },
    ])
    const documents = await ann.settled(id)
    return { ann, id, documents }
  }

  it('[F4] is indexed once, and each process adds only newer documents', async () => {
    const { ann, id } = await withBase()
    const [one, other] = [join(), join()]
    expect(await one.search(id, 'zebra')).toBe(1)
    expect(one.puts).toHaveLength(2)
    await until(async () => held(id).includes('giraff'), Boolean)
    expect(await other.search(id, 'giraffe')).toBe(1)
    expect(other.puts).toEqual([])

    await ann.upload(id, [{ name: 'c.txt', content: 'The walrus sleeps in the cellar.' }])
    await ann.settled(id)
    expect(await other.search(id, 'walrus')).toBe(1)
    expect(other.puts).toHaveLength(1)
    await until(async () => held(id).includes('walrus'), Boolean)
    expect(shared(id)).toHaveLength(1)
  })

  it('[S7] holds nothing of a deleted document or knowledge base', async () => {
    const { ann, id, documents } = await withBase()
    const one = join()
    await one.search(id, 'zebra')
    await until(async () => held(id).includes('zebra'), Boolean)
    const zebra = documents.find(({ name }) => name === 'a.txt')
    await ann.call('DELETE', `/api/v1/documents/${zebra?.id}`)
    await one.client.purge([id])
    expect(held(id)).not.toContain('zebra')
    expect(held(id)).toContain('giraff')

    await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)
    // A process that never held it finds it, too.
    await join().client.sweep()
    expect(shared(id)).toEqual([])
  })

  it('is not needed to search', async () => {
    const { id } = await withBase()
    const one = join()
    await store.goAway()
    expect(await one.search(id, 'zebra')).toBe(1)
    expect(one.warnings).not.toEqual([])
    await store.comeBack()
  })
})
