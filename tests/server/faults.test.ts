import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { startFaultProxy } from '../harness/fault-proxy.ts'
import { type Client, until } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/sign-in.ts'

const { TEST_DATABASE_URL } = process.env
const book = (n: number) => ({
  name: `${n}.md`,
  content: `# Book ${n}\n\n${'The river runs on. '.repeat(300)}`,
})

describe.runIf(TEST_DATABASE_URL)('[F7] while PostgreSQL is away', () => {
  let place: Place
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let running: ReturnType<typeof startProcess>
  let url: string
  let ann: Client
  let organizationId: string
  let ended = false

  const begin = async (env: Record<string, string> = {}) => {
    place = await makePlace()
    proxy = await startFaultProxy(TEST_DATABASE_URL!)
    const databaseUrl = new URL(place.databaseUrl!)
    databaseUrl.host = new URL(proxy.url).host
    running = startProcess({ ...place, databaseUrl: databaseUrl.href }, env)
    ended = false
    void running.exited.then(() => {
      ended = true
    })
    url = await running.ready
    ann = await signIn(url)
    organizationId = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body.id
  }
  afterEach(async () => {
    running.kill('SIGKILL')
    await running.exited
    await proxy.stop()
    await place.remove()
  })

  const readiness = async () => (await fetch(`${url}/ready`)).status
  /** Takes the database away until the server has noticed, and gives it back. */
  const interrupt = async () => {
    proxy.refuse(true)
    proxy.cut()
    await until(readiness, (status) => status === 503)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await ann.call('GET', '/api/v1/organizations')).status).toBe(503)
    proxy.refuse(false)
    await until(readiness, (status) => status === 200)
    expect(ended).toBe(false)
  }

  it('[operate H3] gives the keys of writes back that it has cut short, so that a repeat is done once', async () => {
    await begin()
    const names = Array.from({ length: 60 }, (_, n) => `Base ${n}`)
    const create = (name: string) =>
      ann.call(
        'POST',
        `/api/v1/organizations/${organizationId}/knowledge-bases`,
        { name },
        { 'idempotency-key': name },
      )
    // Some are at their key, some at their work and some at their answer when the database goes away.
    const first = names.map((name) => create(name))
    await first[3]
    await interrupt()
    await Promise.all(first)
    const again = await Promise.all(
      names.map((name) =>
        until(
          () => create(name),
          ({ status, body }) => status !== 503 && body.code !== 'in_progress',
        ),
      ),
    )
    // One whose commit was not heard of is there, and its name is taken.
    for (const { status, body } of again)
      expect([201, 'name_taken']).toContain(status === 201 ? status : body.code)
    const { body: bases } = await ann.call('GET', `/api/v1/organizations/${organizationId}/knowledge-bases`)
    expect(bases.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort())
  })

  it('stays alive and reports it, and continues when the database is back', async () => {
    await begin()
    await interrupt()
    expect((await ann.call('GET', '/api/v1/organizations')).status).toBe(200)
  })

  it('documents that are read wait, and are ready in the end', async () => {
    const model = await startModelServer()
    const release = model.holdDocument('Book 7')
    await begin({ EMBEDDINGS_BASE_URL: model.endpoint.baseUrl, EMBEDDINGS_MODEL: 'test' })
    const { id } = await ann.knowledgeBase(organizationId)
    await ann.upload(
      id,
      Array.from({ length: 12 }, (_, n) => book(n)),
    )
    await until(
      () => ann.documents(id),
      (all) => all.some(({ status }) => status === 'embedding'),
    )
    await interrupt()
    release()
    const documents = await ann.settled(id)
    expect(documents.map(({ status, error }) => [status, error])).toEqual(Array(12).fill(['ready', null]))
    for (const { id: document, passage_count } of documents) {
      const { passages } = (await ann.call('GET', `/api/v1/documents/${document}/passages`)).body
      expect(passages).toHaveLength(passage_count)
    }
    await model.close()
  })

  it('an answer is kept whole', async () => {
    const model = await startModelServer()
    await begin({ LLM_BASE_URL: model.endpoint.baseUrl, LLM_MODEL: 'test' })
    const id = await ann.filled(organizationId, [book(1)])
    const { id: integrationId } = await ann.integration(organizationId, [id])
    const say = model.hold()
    const { answer } = await ann.send(integrationId, 'What does the river do?')
    await say('The river ')
    await until(
      () => ann.message(answer.id),
      ({ content }) => content === 'The river',
    )
    proxy.refuse(true)
    proxy.cut()
    await until(readiness, (status) => status === 503)
    await say('runs on.')
    await say(null)
    await until(readiness, (status) => status === 503)
    proxy.refuse(false)
    await until(readiness, (status) => status === 200)
    expect(await ann.answered(answer.id)).toMatchObject({ status: 'complete', content: 'The river runs on.' })
    expect(ended).toBe(false)
    await model.close()
  })
})
