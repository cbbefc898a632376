import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIndexClient, type IndexClient } from '../../../server/retrieval/index-client.ts'
import { startWorker } from '../../../server/workers.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let index: IndexClient
const folder = mkdtempSync(path.join(tmpdir(), 'lectern-snapshots-'))
beforeAll(async () => {
  server = await startTestServer()
  index = createIndexClient({
    db: server.database.db,
    startWorker: () => startWorker('retrieval/index'),
    folder,
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
  const query = { question: 'zebra', vector: null, limit: 5 }
  expect((await index.search({ knowledgeBaseIds: [id] }, query)).byWords).toHaveLength(1)
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
  await server.retrieval.ranking('zebra', { knowledgeBaseIds: [id] })
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
