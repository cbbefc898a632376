import { eq, inArray } from 'drizzle-orm'
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
let asked: string[] = []
const TOO_LONG = 'Too long:'
const embedder: Embedder = {
  ...plainEmbedder,
  async embed(texts, urgency) {
    if (fault) throw fault
    asked.push(...texts)
    if (texts.some((text) => text.startsWith(TOO_LONG))) throw new TextsRefused(new Error('too long'))
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

const { db, background } = server.context
/** Notes the questions as unanswered, while the model is away; gives what is known of them. */
const noteGaps = async (questions: string[]) => {
  const { id: assistant } = await ann.integration(organizationId, [base])
  fault = new EmbedderUnavailable(new Error('refused'))
  const answers: string[] = []
  for (const content of questions) {
    const { body } = await ann.call('POST', `/api/v1/integrations/${assistant}/ask`, {
      content,
      config: 'draft',
    })
    answers.push(body.answer.id)
  }
  const noted = async () => {
    const rows = await db.select().from(gaps).where(inArray(gaps.answerId, answers))
    return answers.flatMap((answer) => rows.filter(({ answerId }) => answerId === answer))
  }
  await expect.poll(noted).toMatchObject(questions.map(() => ({ embeddingModel: null })))
  return noted
}
const sweep = async () => {
  await server.sweep()
  await background.settle()
}

it('a question without an answer is embedded once the model is back', async () => {
  const noted = await noteGaps(['Who won?'])
  await sweep()
  expect(await noted()).toMatchObject([{ embeddingModel: null }])
  fault = null
  await sweep()
  expect(await noted()).toMatchObject([
    { embeddingModel: embedder.model, embedding: expect.toSatisfy(({ length }) => length > 0) },
  ])
})

it('a question whose vector has another length is embedded again', async () => {
  const noted = await noteGaps(['Who drew?'])
  fault = null
  await sweep()
  const [embedded] = await noted()
  await db
    .update(gaps)
    .set({ embedding: Buffer.alloc(4) })
    .where(eq(gaps.answerId, embedded!.answerId))
  await sweep()
  expect(await noted()).toEqual([embedded])
})

it('questions that the model refuses are passed over, and keep no others waiting', async () => {
  const refused = [`${TOO_LONG} who won the first?`, `${TOO_LONG} who won the last?`]
  const noted = await noteGaps([...refused, 'Who lost?'])
  fault = null
  asked = []
  await sweep()
  expect(asked).toEqual(expect.arrayContaining([...refused, 'Who lost?']))
  expect((await noted()).map(({ embeddingModel }) => embeddingModel)).toEqual([null, null, embedder.model])
})
