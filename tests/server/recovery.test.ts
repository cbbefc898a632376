import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { until } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/sign-in.ts'

type Running = ReturnType<typeof startProcess>

const book = (n: number) => {
  const paragraphs = Array.from(
    { length: 8 },
    (_, line) => `Book ${n}, line ${line}: ${'the river runs on. '.repeat(12)}`,
  )
  return { name: `${n}.md`, content: `# Book ${n}\n\n${paragraphs.join('\n\n')}` }
}

describe('after a crash', () => {
  let running: Running | null = null
  let place: Place | null = null
  afterEach(async () => {
    running?.kill('SIGKILL')
    await running?.exited
    await place?.remove()
  })

  const start = async (env: Record<string, string> = {}) => {
    running = startProcess(place as Place, env)
    return signIn(await running.ready)
  }

  const crash = async () => {
    running?.kill('SIGKILL')
    await running?.exited
  }

  it('every upload that was acknowledged ends ready, or failed with a reason', async () => {
    place = await makePlace()
    const model = await startModelServer()
    const env = { EMBEDDINGS_BASE_URL: model.endpoint.baseUrl, EMBEDDINGS_MODEL: 'test' }
    const release = model.holdDocument('Book 7,')
    let ann = await start(env)
    const { id: organizationId } = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body
    const { id } = await ann.knowledgeBase(organizationId)
    const files = Array.from({ length: 19 }, (_, n) => book(n))
    const { body } = await ann.upload(id, [...files, { name: 'broken.pdf', content: '%PDF-1.4 broken' }])
    const acknowledged = body.results.map(({ document }) => document?.id)
    expect(acknowledged).toHaveLength(20)
    await until(
      () => ann.documents(id),
      (all) =>
        all.some(({ status }) => status === 'embedding') && all.some(({ status }) => status === 'ready'),
    )
    await crash()
    release()

    ann = await start(env)
    const documents = await ann.settled(id)
    expect(documents.map((document) => document.id).sort()).toEqual(acknowledged.sort())
    for (const { name, status, error, passage_count, id: documentId } of documents) {
      if (name === 'broken.pdf')
        expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'damaged_file' })
      else {
        expect({ name, status, error }).toEqual({ name, status: 'ready', error: null })
        const { body: text } = await ann.call('GET', `/api/v1/documents/${documentId}/passages`)
        expect(text.passages).toHaveLength(passage_count)
      }
    }
    await model.close()
  })

  // On PostgreSQL it is taken over: tests/cluster.
  it.skipIf(process.env.TEST_DATABASE_URL)(
    'an answer that was being written is failed with a reason and what had arrived',
    async () => {
      place = await makePlace()
      const model = await startModelServer({ tokens: ['The river ', 'runs '], end: 'never' })
      const env = { LLM_BASE_URL: model.endpoint.baseUrl, LLM_MODEL: 'test' }
      let ann = await start(env)
      const { id: organizationId } = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body
      const id = await ann.filled(organizationId, [book(1)])
      const { id: integrationId } = await ann.integration(organizationId, [id])
      const { answer } = await ann.send(integrationId, 'What does the river do?')
      // What a message says may be in memory alone; what a file of conversations says is stored.
      const exported = `/api/v1/organizations/${organizationId}/conversations/export?format=jsonl`
      await until(
        async () => JSON.stringify((await ann.call('GET', exported)).body),
        (stored) => stored.includes('The river runs'),
      )
      await crash()
      ann = await start(env)
      expect(await ann.message(answer.id)).toMatchObject({
        status: 'failed',
        content: 'The river runs',
        error: { code: 'answer_interrupted' },
      })
      await model.close()
    },
  )
})
