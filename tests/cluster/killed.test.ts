import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { type Client, createClient, until } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { signIn } from '../harness/sign-in.ts'
import { openSocket } from '../harness/socket.ts'

const DOCUMENTS = 12

const book = (n: number) => ({
  name: `${n}.md`,
  content: `# Book ${n}\n\n${Array.from({ length: 8 }, (_, line) => `Book ${n}, line ${line}: ${'the river runs on. '.repeat(12)}`).join('\n\n')}`,
})

/** Behind a proxy, on one PostgreSQL, with an object store and, where the machine has it, Redis. */
describe.runIf(process.env.TEST_DATABASE_URL)('[F4] of three processes, one that is killed', () => {
  let cluster: Cluster
  let model: Awaited<ReturnType<typeof startModelServer>>
  let database: pg.Client
  let ann: Client
  let token: string
  let organizationId: string
  beforeAll(async () => {
    model = await startModelServer({ tokens: ['The river ', 'runs '], end: 'never' })
    const { baseUrl, model: name } = model.endpoint
    cluster = await startCluster(3, { LLM_BASE_URL: baseUrl, LLM_MODEL: name, EMBEDDINGS_MODEL: name })
    database = new pg.Client(cluster.place.databaseUrl!)
    await database.connect()
    ann = await signIn(cluster.url)
    ;({
      body: { id: organizationId },
    } = await ann.call('POST', '/api/v1/organizations', { name: 'Acme' }))
    const form = new URLSearchParams({ username: 'ann@example.test', password: 'correct horse battery' })
    const tokens = await fetch(`${cluster.url}/api/v1/login`, { method: 'POST', body: form })
    token = ((await tokens.json()) as TokenPair).access_token
  })
  afterAll(async () => {
    await database?.end()
    await cluster?.close()
    await model?.close()
  })
  const at = (url: string) => createClient(url, { headers: { authorization: `Bearer ${token}` } })

  it('loses no document that was taken, and none is done twice', async () => {
    const { id: base } = await ann.knowledgeBase(organizationId)
    const [first] = cluster.nodes
    const release = model.holdDocument('Book ')
    const files = Array.from({ length: DOCUMENTS }, (_, n) => book(n))
    const { body } = await at(first!.url).upload(base, files)
    expect(body.results.every(({ document }) => document)).toBe(true)
    const other = at(cluster.nodes[1]!.url)
    await until(
      () => other.documents(base),
      (all) => all.some(({ status }) => status === 'embedding'),
    )
    await cluster.kill(first!)
    release()
    const replacement = cluster.add()
    const documents = await other.settled(base)
    expect(documents.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
      files.map(({ name }) => `${name} ready`).sort(),
    )
    const { rows } = await database.query(
      `select d.id, d.passage_count, count(p.id)::int as passages from documents d
       left join passages p on p.document_id = d.id and p.reading = d.served_reading
       where d.knowledge_base_id = $1 group by d.id`,
      [base],
    )
    expect(rows.filter(({ passage_count, passages }) => passage_count !== passages)).toEqual([])
    const { rows: told } = await database.query("select * from notifications where type like 'document%'")
    expect(told.length).toBeLessThanOrEqual(1)
    await replacement
  })

  it('has its answers written by another, for everybody who listens', async () => {
    const base = await ann.filled(
      organizationId,
      [{ name: 'a.txt', content: 'The river runs to the sea.' }],
      'Rivers',
    )
    const assistant = await ann.integration(organizationId, [base])
    const [writer, listener] = cluster.nodes
    const ear = openSocket(listener!, `/api/ws/integrations/${assistant.id}`, token)
    await ear.next('hello')
    const { answer } = await at(writer!.url).send(assistant.id, 'What does the river do?')
    await ear.next('token')
    model.behave({ tokens: ['It reaches ', 'the sea.'] })
    await cluster.kill(writer!)
    await ear.next('message_resumed')
    const whole = { id: answer.id, status: 'complete', content: 'It reaches the sea.', error: null }
    expect((await ear.next('message_completed')).data).toMatchObject(whole)
    expect(await at(listener!.url).message(answer.id)).toMatchObject(whole)
    const { rows } = await database.query("select * from messages where status = 'streaming'")
    expect(rows).toEqual([])
    ear.socket.close()
  })

  it('[S9.6] leaves its sockets to the others, where they hear what happens anywhere', async () => {
    const dial = () => openSocket(cluster, `/api/ws/organizations/${organizationId}`, token)
    const ears = Array.from({ length: 9 }, dial)
    await Promise.all(ears.map((ear) => ear.next('hello')))
    await cluster.kill(cluster.nodes[0]!)
    await Promise.race(ears.map(({ closed }) => closed))
    const next = dial()
    await next.next('hello')
    await at(cluster.nodes[0]!.url).knowledgeBase(organizationId, 'Seas')
    await next.next('knowledge_base_update')
    for (const { socket } of ears) socket.close()
    next.socket.close()
  })
})
