import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { REFUSALS } from '../../server/assistants/answering/refusal.ts'
import { createConversations } from '../../server/conversations/conversations.service.ts'
import { createMessagesRepository } from '../../server/conversations/messages.repository.ts'
import { messages } from '../../server/kernel/db/schema/index.ts'
import {
  Asked,
  ConversationDetail,
  ConversationPage,
  Message,
} from '../../src/services/contract/conversations.ts'
import { IntegrationMessage } from '../../src/services/contract/sockets.ts'
import { demoFile } from '../harness/files.ts'
import { createClient } from '../harness/knowledge.ts'
import { type ChatBehaviour, startModelServer } from '../harness/model.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

const QUESTION = 'How long can I return unworn boots?'

/** A server with one person, one assistant, and two documents that it answers from. */
const setUp = async (overrides: Parameters<typeof startTestServer>[0] = {}) => {
  const server = await startTestServer(overrides)
  const person = await server.register()
  const ann = createClient(server.url, person)
  const organizationId = (await server.found(person)).id
  const knowledgeBaseId = (await ann.knowledgeBase(organizationId)).id
  const integrationId = (await ann.integration(organizationId, [knowledgeBaseId])).id
  await ann.upload(knowledgeBaseId, [
    await demoFile('returns-policy.md'),
    await demoFile('repair-promise.html'),
  ])
  await ann.settled(knowledgeBaseId)
  return { server, person, ann, organizationId, knowledgeBaseId, integrationId }
}

const listen = async (server: TestServer, person: Person, integrationId: string) => {
  const socket = openFor(server, person, `/api/ws/integrations/${integrationId}`)
  await socket.next('hello')
  return {
    ...socket,
    messages: () => socket.frames.map((frame) => IntegrationMessage.parse(frame)),
    /** The text that the tokens make, checked to have no gap and no repeat. */
    text: (id: string) =>
      socket.frames
        .map((frame) => IntegrationMessage.parse(frame))
        .reduce((text, frame) => {
          if (frame.type !== 'token' || frame.data.message_id !== id) return text
          expect(frame.data.index).toBe(text.length)
          return text + frame.data.text
        }, ''),
  }
}

describe('conversations', async () => {
  const { server, person, ann, organizationId, integrationId } = await setUp()
  afterAll(() => server.close())

  it('answer with quoted sentences, each with a citation that is literally in its passage', async () => {
    const asked = Asked.parse(await ann.send(integrationId, QUESTION))
    expect(asked.answer).toMatchObject({
      role: 'assistant',
      status: 'streaming',
      content: '',
      mode: 'quoted',
    })
    const answer = Message.parse(await ann.answered(asked.answer.id))
    expect(answer).toMatchObject({ status: 'complete', answered: true, error: null, model: null })
    expect(answer.content).toMatch(/within 60 days of delivery\.[^[]* \[1\]/)
    expect(answer.passages_searched).toBeGreaterThan(5)
    expect(answer.latency_ms?.first_token).toBeGreaterThan(0)
    expect(answer.citations[0]).toMatchObject({ n: 1, document_name: 'returns-policy.md' })
    for (const citation of answer.citations) {
      expect(answer.content).toContain(`[${citation.n}]`)
      const text = (await ann.call('GET', `/api/v1/documents/${citation.document_id}/passages`)).body
      const passage = text.passages.find(({ id }: { id: string }) => id === citation.passage_id)
      const from = citation.char_start - passage.char_start
      expect(passage.content.slice(from, from + citation.quote.length)).toBe(citation.quote)
    }
  })

  it('stream over the socket: started, citations, tokens without a gap, the whole message', async () => {
    const heard = await listen(server, person, integrationId)
    const { answer } = await ann.send(integrationId, 'What does a new outsole cost?')
    await heard.next('message_completed')
    const types = heard.messages().map(({ type }) => type)
    expect(types.slice(0, 4)).toEqual(['hello', 'message_started', 'citations', 'token'])
    expect(types.at(-1)).toBe('message_completed')
    const completed = Message.parse(heard.frames.at(-1)?.data)
    expect(heard.text(answer.id)).toBe(completed.content)
    expect(completed).toEqual(await ann.message(answer.id))
    expect(completed.content).toContain('85 euros')
    heard.socket.close()
  })

  it('say plainly what the documents do not hold', async () => {
    const answer = await ann.ask(integrationId, 'Who won the world cup in 2018?')
    expect(answer).toMatchObject({
      content: REFUSALS.en.notFound,
      answered: false,
      citations: [],
      status: 'complete',
    })
    const { id } = await ann.integration(organizationId, [], 'Empty')
    expect(await ann.ask(id, 'Anything?')).toMatchObject({
      content: REFUSALS.en.nothingToSearch,
      passages_searched: 0,
    })
  })

  it('are listed newest first, read oldest message first, and deleted', async () => {
    const { id } = await ann.integration(organizationId, [], 'Lists')
    const first = await ann.send(id, 'The first question?')
    await ann.answered(first.answer.id)
    const second = await ann.send(id, `A long one: ${'word '.repeat(40)}`)
    await ann.answered(second.answer.id)
    await ann.ask(id, 'And more?', first.conversation.id)
    const { items: list, total } = ConversationPage.parse(
      (await ann.call('GET', `/api/v1/integrations/${id}/conversations`)).body,
    )
    expect(total).toBe(2)
    expect(list.map(({ id }) => id)).toEqual([first.conversation.id, second.conversation.id])
    expect(list[0]).toMatchObject({ title: 'The first question?', message_count: 4, channel: 'playground' })
    expect(list[1]?.title).toHaveLength(80)
    const detail = ConversationDetail.parse(
      (await ann.call('GET', `/api/v1/conversations/${first.conversation.id}`)).body,
    )
    expect(detail.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(detail.messages[2]).toMatchObject({ content: 'And more?', answered: null, latency_ms: null })
    expect((await ann.call('DELETE', `/api/v1/conversations/${first.conversation.id}`)).status).toBe(200)
    expect((await ann.call('GET', `/api/v1/conversations/${first.conversation.id}`)).status).toBe(404)
    expect((await ann.call('GET', `/api/v1/messages/${first.answer.id}`)).status).toBe(404)
    const counts = (await ann.call('GET', `/api/v1/integrations/${id}`)).body.counts
    expect(counts).toEqual({ questions: 1, answered: 0 })
  })

  it('understand a follow-up by the question before it', async () => {
    const { conversation, answer } = await ann.send(integrationId, 'What does a new heel cost?')
    await ann.answered(answer.id)
    const followUp = await ann.ask(integrationId, 'And how long does it take?', conversation.id)
    expect(followUp.content).toContain('1 week')
  })

  it('[attack S41] answer once, however often a question is sent under one key', async () => {
    const send = () =>
      fetch(`${server.url}/api/v1/integrations/${integrationId}/messages`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ content: QUESTION, config: 'draft' }),
      }).then((answer) => answer.json() as Promise<Asked>)
    const all = await Promise.all(Array.from({ length: 5 }, send))
    expect(new Set(all.map(({ answer }) => answer.id)).size).toBe(1)
    await ann.answered(all[0]?.answer.id ?? '')
  })

  it('keep the words of a citation when its document is gone', async () => {
    const base = await ann.knowledgeBase(organizationId, 'Short-lived')
    const { body } = await ann.upload(base.id, [
      { name: 'lamp.txt', content: 'The lamp in the hall is green.' },
    ])
    await ann.settled(base.id)
    const { id } = await ann.integration(organizationId, [base.id], 'Lamps')
    const before = await ann.ask(id, 'Which colour is the lamp in the hall?')
    expect(before.citations).toHaveLength(1)
    await ann.call('DELETE', `/api/v1/documents/${body.results[0]?.document?.id}`)
    const after = await ann.message(before.id)
    expect(after.content).toBe(before.content)
    expect(after.citations).toEqual([{ ...before.citations[0], document_id: null, passage_id: null }])
    expect((await ann.ask(id, 'Which colour is the lamp in the hall?')).content).toBe(
      REFUSALS.en.nothingToSearch,
    )
  })

  it.each([
    ["[attack S23] ' : * & | ! ( ) % _ \\", '\' : * & | ! ( ) % _ \\ <-> "x" :*'],
    ['[attack S23] an injection', "'; drop table passages; --"],
    ['[S23] only stop words', 'the of and'],
    ['[S23] emoji', '👢👢👢'],
    ['[attack S23] 4,000 characters', 'boot '.repeat(799)],
  ])('take %s as a question', async (_what, content) => {
    expect((await ann.ask(integrationId, content)).status).toBe('complete')
  })

  it('refuse a question that is empty or too long', async () => {
    for (const content of ['  ', 'x'.repeat(4_001), 'a\0b', 7, null]) {
      const answer = await ann.call('POST', `/api/v1/integrations/${integrationId}/messages`, {
        content,
        config: 'draft',
      })
      expect(answer).toMatchObject({ status: 422, body: { fields: { content: expect.any(String) } } })
    }
    const gone = { content: 'x', conversation_id: crypto.randomUUID(), config: 'draft' }
    expect((await ann.call('POST', `/api/v1/integrations/${integrationId}/messages`, gone)).status).toBe(404)
  })

  it('begin a complete answer anew, but not a question', async () => {
    const { question, answer } = await ann.send(integrationId, QUESTION)
    const first = await ann.answered(answer.id)
    const again = await ann.call('POST', `/api/v1/messages/${answer.id}/retry`)
    expect(Asked.parse(again.body)).toMatchObject({
      answer: { id: answer.id, status: 'streaming', content: '' },
    })
    expect((await ann.answered(answer.id)).content).toBe(first.content)
    expect((await ann.call('POST', `/api/v1/messages/${question.id}/retry`)).status).toBe(409)
    expect((await ann.call('POST', `/api/v1/messages/${answer.id}/stop`)).body.status).toBe('complete')
  })

  it('stay as they are if they ended, or were taken over, while they were about to be stopped', async () => {
    const { db, processes } = server.context
    const repository = createMessagesRepository(db)
    const { stop } = createConversations({
      messages: repository,
      answers: { stop: async () => false },
    } as unknown as Parameters<typeof createConversations>[0])
    const { answer } = await ann.send(integrationId, QUESTION)
    await ann.answered(answer.id)
    const { message } = (await repository.find(answer.id))!
    expect((await stop({ ...message, status: 'streaming' })).status).toBe('complete')
    const written = { status: 'streaming', writtenBy: processes.id } as const
    await db.update(messages).set(written).where(eq(messages.id, answer.id))
    const earlier = { ...message, ...written, writtenBy: crypto.randomUUID() }
    expect((await stop(earlier)).status).toBe('streaming')
    expect((await stop({ ...message, ...written })).status).toBe('stopped')
  })
})

describe('conversations with a model', () => {
  const withModel = async (...behaviours: ChatBehaviour[]) => {
    const model = await startModelServer(...behaviours)
    const set = await setUp({ llm: model.endpoint })
    const heard = await listen(set.server, set.person, set.integrationId)
    const close = async () => {
      heard.socket.close()
      await set.server.close()
      await model.close()
    }
    return { ...set, model, heard, close }
  }

  it('stop where they are told to, keep what arrived, and can be asked again', async () => {
    const { ann, integrationId, heard, close } = await withModel(
      { tokens: ['Within ', '60 days [1]'], end: 'never' },
      { tokens: ['Within 60 days [1].'] },
    )
    const { answer, conversation } = await ann.send(integrationId, QUESTION)
    await heard.next('token')
    expect(await ann.message(answer.id)).toMatchObject({
      status: 'streaming',
      content: expect.stringMatching(/^Within/),
    })
    const busy = await ann.call('POST', `/api/v1/integrations/${integrationId}/messages`, {
      content: 'Another?',
      conversation_id: conversation.id,
      config: 'draft',
    })
    expect(busy).toMatchObject({ status: 409, body: { code: 'still_answering' } })
    const stopped = Message.parse((await ann.call('POST', `/api/v1/messages/${answer.id}/stop`)).body)
    expect(stopped).toMatchObject({ status: 'stopped', mode: 'model', model: 'test-model', error: null })
    expect(stopped.content).toMatch(/^Within/)
    await ann.call('POST', `/api/v1/messages/${answer.id}/retry`)
    expect(await ann.answered(answer.id)).toMatchObject({
      status: 'complete',
      content: 'Within 60 days [1].',
      answered: true,
      citations: [{ n: 1, document_name: 'returns-policy.md' }],
    })
    await close()
  })

  it('fail with a reason that can be read, over the socket and after a reload', async () => {
    const { ann, integrationId, heard, close } = await withModel({ status: 401 })
    const { answer } = await ann.send(integrationId, QUESTION)
    const { data } = await heard.next('message_failed')
    expect(data).toMatchObject({ message_id: answer.id, error: { code: 'model_unauthorized' } })
    expect(await ann.message(answer.id)).toMatchObject({
      status: 'failed',
      error: { code: 'model_unauthorized' },
    })
    await close()
  })

  it('mark the sentence that no passage supports, and read the same afterwards', async () => {
    const { ann, integrationId, heard, close } = await withModel({
      tokens: [
        'You may return unworn boots within 60 days of delivery. [1]',
        ' The moon is made of old cheese.',
      ],
    })
    const { answer, conversation } = await ann.send(integrationId, QUESTION)
    const completed = Message.parse((await heard.next('message_completed')).data)
    expect(completed.unsupported.map(({ start, end }) => completed.content.slice(start, end))).toEqual([
      'The moon is made of old cheese.',
    ])
    const read = ConversationDetail.parse(
      (await ann.call('GET', `/api/v1/conversations/${conversation.id}`)).body,
    )
    expect(read.messages.find(({ id }) => id === answer.id)).toEqual(completed)
    await close()
  })

  it('are cut at a limit when the model does not end, and say so', async () => {
    const { ann, integrationId, close } = await withModel({
      tokens: Array.from({ length: 60 }, () => 'endless '.repeat(125)),
      end: 'never',
    })
    const answer = await ann.ask(integrationId, QUESTION)
    expect(answer).toMatchObject({ status: 'failed', error: { code: 'answer_too_long' } })
    expect(answer.content).toHaveLength(50_000)
    await close()
  })

  it('go on while the reader is away', async () => {
    const { ann, integrationId, heard, close } = await withModel({ tokens: ['Within 60 days [1].'] })
    heard.socket.close()
    expect(await ann.ask(integrationId, QUESTION)).toMatchObject({
      status: 'complete',
      content: 'Within 60 days [1].',
    })
    await close()
  })

  it('are failed with a reason when the server is told to stop', async () => {
    const { server, ann, integrationId, heard, model } = await withModel({
      tokens: ['Within '],
      end: 'never',
    })
    const { answer } = await ann.send(integrationId, QUESTION)
    await heard.next('token')
    heard.socket.close()
    await server.app.close()
    const found = await createMessagesRepository(server.context.db).find(answer.id)
    expect(found?.message).toMatchObject({
      status: 'failed',
      content: 'Within',
      error: { code: 'answer_interrupted' },
    })
    await server.close()
    await model.close()
  })
})
