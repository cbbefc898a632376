import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createClient, organizationOn } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { serve } from '../harness/serve.ts'
import { startTwo } from '../harness/two-servers.ts'
import { createVisitors, publicAssistant } from '../harness/visitors.ts'

const PERSON = 'I want to speak to a human about the harbour'
const QUESTION = 'What is the salary of the harbour master?'
const INTERRUPTED = { status: 'failed', error: { code: 'answer_interrupted' } }

describe.runIf(process.env.TEST_DATABASE_URL)('an answer whose process is gone', async () => {
  const model = await startModelServer()
  const server = await serve({ llm: model.endpoint })
  afterAll(() => model.close())
  let ada: Client
  let ben: Client
  let assistant: string
  beforeEach(async () => {
    const [owner, editor] = [await server.register(), await server.register()]
    ;[ada, ben] = [createClient(server.url, owner), createClient(server.url, editor)]
    const { id: organizationId } = await server.found(owner)
    await server.join(organizationId, editor, 'editor')
    const base = await ada.filled(organizationId, [
      { name: 'salaries.txt', content: 'The salary of the harbour master is 73,400 crowns a year.' },
      { name: 'harbour.txt', content: 'The harbour master has an office at the harbour.' },
    ])
    const salaries = (await ada.documents(base)).find(({ name }) => name === 'salaries.txt')
    const readers = { restricted: true, group_ids: [], user_ids: [owner.user.id] }
    const ids = [salaries!.id]
    await ada.call('PUT', `/api/v1/knowledge-bases/${base}/documents/readers`, { ids, ...readers })
    assistant = await publicAssistant(ada, organizationId, [base])
  })
  /** Begins an answer that its process never ends, and leaves it to be taken over. */
  const abandoned = async (begin: () => Promise<string>) => {
    model.behave({ tokens: ['The '], end: 'never' })
    const before = model.requests.length
    const id = await begin()
    await expect.poll(() => model.requests.length).toBe(before + 1)
    model.behave({ tokens: ['At the harbour [1].'] })
    await server.database.pool.query('update messages set written_by = gen_random_uuid() where id = $1', [id])
    return id
  }

  it('[41.1] is written from nothing that was closed to whoever continued the conversation', async () => {
    model.behave({ tokens: ['The harbour [1].'] })
    const { conversation, answer } = await ada.send(assistant, 'Where is the harbour master?')
    await ada.answered(answer.id)
    const next = await abandoned(async () => (await ben.send(assistant, QUESTION, conversation.id)).answer.id)
    expect(await ben.answered(next)).toMatchObject({ status: 'complete', content: 'At the harbour [1].' })
    expect(JSON.stringify(model.requests.at(-1))).not.toContain('73,400')
  })

  it('has failed if it was a drafted reply: it would be written as its editor may read', async () => {
    const visitors = createVisitors(server.url, PERSON)
    await ada.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: ['asked'], inbox: true })
    const token = await visitors.visitor(assistant)
    const { body } = await visitors.ask(assistant, token)
    await visitors.answered(assistant, token, body.answer.id)
    const { id } = body.conversation
    const contact = { name: 'Grace Hopper', email: 'grace@example.com' }
    const handover = `${assistant}/conversations/${id}/handover`
    await visitors.call('POST', handover, token, contact)
    const one = `/api/v1/conversations/${id}/handover`
    await ada.call('PATCH', one, { taken_over: true })
    await visitors.call('POST', `${handover}/messages`, token, { content: QUESTION })
    const draft = await abandoned(async () => (await ada.call('POST', `${one}/draft`)).body.id)
    const asked = model.requests.length
    expect(await ada.answered(draft)).toMatchObject(INTERRUPTED)
    expect(model.requests).toHaveLength(asked)
  })

  it('has failed if it was asked with earlier turns, and is written again when it is repeated', async () => {
    const messages = [
      { role: 'user', content: 'Where is the harbour master?' },
      { role: 'assistant', content: 'At the harbour.' },
      { role: 'user', content: 'And the office?' },
    ]
    const complete = () =>
      ada.call('POST', '/v1/chat/completions', { model: assistant, messages }, { 'idempotency-key': 'once' })
    const newest = `select id from messages where status = 'streaming'`
    let first: ReturnType<typeof complete> | undefined
    const id = await abandoned(async () => {
      first = complete()
      await expect.poll(async () => (await server.database.pool.query(newest)).rowCount).toBe(1)
      return (await server.database.pool.query(newest)).rows[0].id
    })
    expect(await ada.answered(id)).toMatchObject(INTERRUPTED)
    expect((await first)?.status).toBe(502)
    const again = await complete()
    expect(again.body.choices[0].message.content).toBe('At the harbour [1].')
    expect(JSON.stringify(model.requests.at(-1))).toContain('Where is the harbour master?')
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('an answer that a deployment cuts short', () => {
  it('is no response to its Idempotency-Key, whose repeat gets the whole one', async () => {
    const model = await startModelServer({ tokens: ['At the '], end: 'never' })
    const { one, two, close } = await startTwo({ llm: model.endpoint })
    const { person, organizationId } = await organizationOn(one)
    const [here, there] = [createClient(one.url, person), createClient(two.url, person)]
    const base = await here.filled(organizationId, [
      { name: 'a.txt', content: 'The harbour master is at the harbour.' },
    ])
    const assistant = await here.published(organizationId, [base])
    const content = 'Where is the harbour master?'
    const request = { model: assistant, messages: [{ role: 'user', content }] }
    const asking = [`/api/v1/integrations/${assistant}/ask`, { content, config: 'published' }] as const
    const completing = ['/v1/chat/completions', request] as const
    const streaming = ['/v1/chat/completions', { ...request, stream: true }] as const
    const key = { 'idempotency-key': 'once' }
    // Its sockets are cut as it closes: without one, its response is seen.
    const [first, second, streamed] = [asking, completing, streaming].map(([url, payload]) => {
      const headers = { ...person.headers, ...(payload !== streaming[1] && key) }
      return one.inject({ method: 'POST', url, headers, payload })
    })
    const stored = `select from messages where content = 'At the' or content = 'At the '`
    await expect.poll(async () => (await one.database.pool.query(stored)).rowCount).toBe(3)
    model.behave({ tokens: ['At the ', 'harbour [1].'] })
    await one.app.close()
    for (const answer of [await first, await second])
      expect([answer?.statusCode, answer?.json().code]).toEqual([503, 'answer_unfinished'])
    expect((await streamed)?.payload).toContain('"code":"answer_unfinished"')
    for (const _ of ['waits', 'is replayed']) {
      const asked = await there.call('POST', ...asking, key)
      expect(asked.body).toMatchObject({ answer: { content: 'At the harbour [1].' } })
      const completed = await there.call('POST', ...completing, key)
      expect(completed.body).toMatchObject({ choices: [{ message: { content: 'At the harbour [1].' } }] })
    }
    await model.close()
    await close()
  })
})
