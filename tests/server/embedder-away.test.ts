import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { gaps } from '../../server/kernel/db/schema/index.ts'
import {
  type Embedder,
  EmbedderUnavailable,
  TextsRefused,
} from '../../server/knowledge/retrieval/embedder.ts'
import { plainEmbedder } from '../harness/embedder.ts'
import { serveOrganization } from '../harness/serve.ts'

let fault: Error | null = null
const embedder: Embedder = {
  ...plainEmbedder,
  async embed(texts, urgency) {
    if (fault) throw fault
    return plainEmbedder.embed(texts, urgency)
  },
}
const { server, ann, organizationId } = await serveOrganization({ embedder })
const base = await ann.filled(organizationId, [{ name: 'river.txt', content: 'The river runs to the sea.' }])
beforeEach(() => {
  fault = null
})

it.each([
  ['is away', new EmbedderUnavailable(new Error('refused')), 503, 'embedder_away'],
  ['refuses the text', new TextsRefused(new Error('too long')), 422, 'invalid'],
])('a passage stays as it is and says why, while the model %s', async (_, error, status, code) => {
  const passages = async () => (await ann.call('GET', `/api/v1/knowledge-bases/${base}/passages`)).body.items
  const [{ id, content: before }] = await passages()
  const edit = () => ann.call('PATCH', `/api/v1/passages/${id}`, { content: `It runs to a lake: ${code}.` })
  fault = error
  expect(await edit()).toMatchObject({ status, body: { code } })
  expect((await passages())[0].content).toBe(before)
  fault = null
  expect(await edit()).toMatchObject({ status: 200, body: { content: `It runs to a lake: ${code}.` } })
})

it('a question without an answer is embedded once the model is back', async () => {
  const { db, background } = server.context
  const { id: assistant } = await ann.integration(organizationId, [base])
  fault = new EmbedderUnavailable(new Error('refused'))
  const url = `/api/v1/integrations/${assistant}/ask`
  const { answer } = (await ann.call('POST', url, { content: 'Who won?', config: 'draft' })).body
  const gap = () => db.select().from(gaps).where(eq(gaps.answerId, answer.id))
  await expect.poll(gap).toMatchObject([{ embeddingModel: null }])
  const sweep = async () => {
    await server.sweep()
    await background.settle()
    return gap()
  }
  expect(await sweep()).toMatchObject([{ embeddingModel: null }])
  fault = null
  expect(await sweep()).toMatchObject([
    { embeddingModel: embedder.model, embedding: expect.toSatisfy(({ length }) => length > 0) },
  ])
})
