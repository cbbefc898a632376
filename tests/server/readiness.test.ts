import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await server.register()
})
afterAll(() => server.close())

it('[S7.32] an answer says how many documents were ready while others were being read', async () => {
  const client = createClient(server.url, ann)
  const organization = await server.found(ann)
  const { id } = await client.knowledgeBase(organization.id)
  const { id: assistant } = await client.integration(organization.id, [id])
  await client.upload(id, [{ name: 'first.txt', content: 'The river runs to the sea.' }])
  await client.settled(id)
  const ask = async () =>
    client.answered((await client.send(assistant, 'Where does the river run?')).answer.id)
  expect(await ask()).toMatchObject({ readiness: null })

  const long = (n: number) => `Chapter ${n}. ${`A sentence of chapter ${n} that is read. `.repeat(1_000)}`
  await client.upload(
    id,
    Array.from({ length: 12 }, (_, n) => ({ name: `${n}.txt`, content: long(n) })),
  )
  const { readiness } = await ask()
  expect(readiness?.total).toBe(13)
  expect(readiness?.ready).toBeGreaterThanOrEqual(1)
  expect(readiness?.ready).toBeLessThan(13)
  for (const { id: document } of await client.documents(id))
    await client.call('POST', `/api/v1/documents/${document}/cancel`)
  expect(await ask()).toMatchObject({ readiness: null })
})
