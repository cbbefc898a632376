import { expect, it, onTestFinished } from 'vitest'
import { heldEmbedder } from '../harness/embedder.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

const CHAPTERS = [1, 2, 3].map((n) => ({ name: `${n}.txt`, content: `Chapter ${n} tells of the sea.` }))
const KEEPER = { name: 'keeper.txt', content: 'The keeper of the lighthouse is called Imke.' }

const { embedder, hold, release } = heldEmbedder()
const server = await serve({ embedder })

const begin = async () => {
  const ann = await server.register()
  const client = createClient(server.url, ann)
  const organization = await server.found(ann)
  const { id } = await client.knowledgeBase(organization.id)
  const { id: assistant } = await client.integration(organization.id, [id])
  const cancelAll = async () => {
    for (const { id: document } of await client.documents(id))
      await client.call('POST', `/api/v1/documents/${document}/cancel`)
  }
  return { ann, client, organization, id, assistant, cancelAll }
}
/** Documents are being read until the test says otherwise, or ends. */
const holdDocuments = () => {
  hold()
  onTestFinished(release)
}

it('[S7.32] an answer says how many documents were ready while others were being read', async () => {
  const { client, id, assistant, cancelAll } = await begin()
  await client.upload(id, [{ name: 'first.txt', content: 'The river runs to the sea.' }])
  await client.settled(id)
  const ask = async () => client.ask(assistant, 'Where does the river run?')
  expect(await ask()).toMatchObject({ readiness: null })

  holdDocuments()
  await client.upload(id, CHAPTERS)
  expect(await ask()).toMatchObject({ readiness: { ready: 1, total: 4 } })
  await cancelAll()
  expect(await ask()).toMatchObject({ readiness: null })
})

it('[issue 36.7] a question that comes while documents are read says so, and is answered once they are', async () => {
  const { client, id, assistant } = await begin()
  holdDocuments()
  await client.upload(id, [...CHAPTERS, KEEPER])
  const early = await client.ask(assistant, 'What is the keeper of the lighthouse called?')
  expect(early).toMatchObject({ answered: false, content: expect.stringContaining('still being read') })

  const { body } = await client.call('POST', `/api/v1/messages/${early.id}/retry?wait=true`)
  expect(body.answer).toMatchObject({ status: 'streaming', content: '', readiness: { ready: 0, total: 4 } })
  release()
  expect(await client.answered(early.id)).toMatchObject({
    status: 'complete',
    answered: true,
    readiness: null,
    content: expect.stringContaining('Imke'),
  })
})

it('[issue 36.7] an answer that waits for documents can be stopped, and a document that failed holds it no longer', async () => {
  const { client, id, assistant, cancelAll } = await begin()
  holdDocuments()
  await client.upload(id, CHAPTERS)
  const answer = await client.ask(assistant, 'Who is the keeper?')
  await client.call('POST', `/api/v1/messages/${answer.id}/retry?wait=true`)
  const stopped = await client.call('POST', `/api/v1/messages/${answer.id}/stop`)
  expect(stopped.body).toMatchObject({ status: 'stopped', content: '' })

  await client.call('POST', `/api/v1/messages/${answer.id}/retry?wait=true`)
  await cancelAll()
  const ended = await client.answered(answer.id)
  expect(ended).toMatchObject({ status: 'complete', answered: false, readiness: null })
  expect(ended.content).not.toContain('still being read')
})

it('[41.1] an answer that waited for a document that was then restricted tells its readers alone', async () => {
  const { ann, client, organization, id, assistant } = await begin()
  const ben = await server.join(organization.id, await server.register(), 'editor')
  const other = createClient(server.url, ben)
  const ear = openFor(server, ben, `/api/ws/integrations/${assistant}`)
  await ear.next('hello')
  holdDocuments()
  const { body: uploaded } = await client.upload(id, [KEEPER, ...CHAPTERS])
  const waiting = async (by: typeof client) => {
    const early = await by.ask(assistant, 'What is the keeper of the lighthouse called?')
    await by.call('POST', `/api/v1/messages/${early.id}/retry?wait=true`)
    return early.id
  }
  const [own, others] = [await waiting(client), await waiting(other)]
  const readers = { restricted: true, group_ids: [], user_ids: [ann.user.id] }
  const ids = [uploaded.results[0]!.document!.id]
  const restricted = await client.call('PUT', `/api/v1/knowledge-bases/${id}/documents/readers`, {
    ids,
    ...readers,
  })
  expect(restricted.body).toEqual({ changed: 1 })
  release()
  expect((await client.answered(own)).content).toContain('Imke')
  expect(await other.answered(others)).toMatchObject({ status: 'complete', answered: false })
  expect(await other.message(own)).toMatchObject({ withheld: true, content: '' })
  expect(JSON.stringify(ear.frames)).not.toContain('Imke')
  ear.socket.close()
})
