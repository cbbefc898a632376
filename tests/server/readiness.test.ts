import { beforeAll, expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

const server = await serve()
let ann: Person
beforeAll(async () => {
  ann = await server.register()
})

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

const chapters = Array.from({ length: 40 }, (_, n) => ({
  name: `${n}.txt`,
  content: `Chapter ${n}. ${`A sentence of chapter ${n} that is read. `.repeat(1_000)}`,
}))
const KEEPER = { name: 'keeper.txt', content: 'The keeper of the lighthouse is called Imke.' }

it('[issue 36.7] a question that comes while documents are read says so, and is answered once they are', async () => {
  const client = createClient(server.url, ann)
  const organization = await server.found(ann)
  const { id } = await client.knowledgeBase(organization.id)
  const { id: assistant } = await client.integration(organization.id, [id])
  await client.upload(id, [...chapters, KEEPER])
  const asked = await client.send(assistant, 'What is the keeper of the lighthouse called?')
  const early = await client.answered(asked.answer.id)
  expect(early).toMatchObject({ answered: false, content: expect.stringContaining('still being read') })

  const { body } = await client.call('POST', `/api/v1/messages/${early.id}/retry?wait=true`)
  expect(body.answer).toMatchObject({ status: 'streaming', content: '', readiness: { total: 41 } })
  expect(await client.answered(early.id)).toMatchObject({
    status: 'complete',
    answered: true,
    readiness: null,
    content: expect.stringContaining('Imke'),
  })
})

it('[issue 36.7] an answer that waits for documents can be stopped, and a document that failed holds it no longer', async () => {
  const client = createClient(server.url, ann)
  const organization = await server.found(ann)
  const { id } = await client.knowledgeBase(organization.id)
  const { id: assistant } = await client.integration(organization.id, [id])
  await client.upload(id, chapters)
  const { answer } = await client.send(assistant, 'Who is the keeper?')
  await client.answered(answer.id)
  await client.call('POST', `/api/v1/messages/${answer.id}/retry?wait=true`)
  const stopped = await client.call('POST', `/api/v1/messages/${answer.id}/stop`)
  expect(stopped.body).toMatchObject({ status: 'stopped', content: '' })

  await client.call('POST', `/api/v1/messages/${answer.id}/retry?wait=true`)
  for (const { id: document } of await client.documents(id))
    await client.call('POST', `/api/v1/documents/${document}/cancel`)
  const ended = await client.answered(answer.id)
  expect(ended).toMatchObject({ status: 'complete', answered: false, readiness: null })
  expect(ended.content).not.toContain('still being read')
})
