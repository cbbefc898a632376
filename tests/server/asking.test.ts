import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { questionIn } from '../../server/conversations/completions.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import { createClient } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

const QUESTION = 'How long can shoes be returned?'

describe('asking by one request', async () => {
  const { server, ann: client, organizationId: organization } = await serveOrganization()
  const keyFor = async (scope: 'ask' | 'write') => {
    const key = { name: 'Script', scopes: [scope], expires_in_days: 1 }
    return (await client.call('POST', `/api/v1/organizations/${organization}/api-keys`, key)).body
      .secret as string
  }
  const content = '# Returns\n\nUnworn shoes can be returned within 30 days of purchase.\n'
  const base = await client.filled(organization, [{ name: 'returns.md', content }])
  const assistant = await client.published(organization, [base], 'Shop assistant')
  const secret = await keyFor('ask')

  const ask = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/integrations/${assistant}/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const openai = (apiKey = secret) => new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: QUESTION }]

  it('waits for the answer with its citations, and goes on with its conversation', async () => {
    const { answer, conversation } = (await (await ask({ content: QUESTION })).json()) as never as {
      answer: { status: string; content: string; citations: Citation[]; config_version: number }
      conversation: { id: string; channel: string }
    }
    expect(answer).toMatchObject({
      status: 'complete',
      config_version: 1,
      content: expect.stringContaining('30 days'),
    })
    expect(answer.citations[0]).toMatchObject({
      document_name: 'returns.md',
      quote: expect.stringContaining('30 days'),
    })
    expect(conversation.channel).toBe('api')
    const again = await ask({ content: QUESTION, conversation_id: conversation.id })
    expect(await again.json()).toMatchObject({ conversation: { id: conversation.id } })
  })

  it.each([
    ['stream: true', { stream: true }, {}],
    ['Accept', {}, { accept: 'text/event-stream' }],
  ])('streams the answer by %s', async (_, body, headers) => {
    const answer = await ask({ content: QUESTION, ...body }, headers)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const events = (await answer.text())
      .trim()
      .split('\n\n')
      .map((event) => ({
        name: /^event: (\w+)$/m.exec(event)?.[1],
        data: JSON.parse(/^data: (.+)$/m.exec(event)?.[1] ?? ''),
      }))
    expect([events[0]?.name, events.at(-1)?.name]).toEqual(['started', 'done'])
    const said = events.filter(({ name }) => name === 'token').map(({ data }) => data.text)
    expect(events.at(-1)?.data.answer).toMatchObject({ status: 'complete', content: said.join('') })
    expect(events.find(({ name }) => name === 'citations')?.data.citations).toHaveLength(1)
  })

  it('refuses as JSON what cannot be asked, also where a stream was wanted', async () => {
    const draft = (await client.integration(organization, [], 'Draft')).id
    const answer = await fetch(`${server.url}/api/v1/integrations/${draft}/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: QUESTION, stream: true }),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      409,
      expect.stringContaining('json'),
    ])
    expect(await answer.json()).toMatchObject({ code: 'not_published' })
  })

  describe("in OpenAI's shape, by its own client", () => {
    it('lists published assistants as models', async () => {
      const { data } = await openai().models.list()
      expect(data).toMatchObject([{ id: assistant, object: 'model', name: 'Shop assistant' }])
    })

    it('answers a completion, with citations beside it', async () => {
      const completion = await openai().chat.completions.create({
        model: assistant,
        messages,
        temperature: 0.3,
      })
      expect(completion.choices[0]).toMatchObject({
        finish_reason: 'stop',
        message: { role: 'assistant', content: expect.stringContaining('30 days') },
      })
      expect(completion).toMatchObject({ citations: [{ document_name: 'returns.md' }] })
      expect(completion.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })
    })

    it('streams a completion, whose last chunk has the citations', async () => {
      const request = {
        model: assistant,
        messages,
        stream: true,
        stream_options: { include_usage: true },
      } as const
      const chunks = []
      for await (const chunk of await openai().chat.completions.create(request)) chunks.push(chunk)
      const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
      expect(text).toContain('30 days')
      expect(chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop')).toMatchObject({
        citations: [{ document_name: 'returns.md' }],
      })
      expect(chunks.at(-1)?.usage?.total_tokens).toBe(0)
    })

    it('is refused as its client understands', async () => {
      const create = (model: string, apiKey?: string, content = QUESTION) =>
        openai(apiKey).chat.completions.create({ model, messages: [{ role: 'user', content }] })
      await expect(create('gpt-4o')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
      await expect(create(crypto.randomUUID())).rejects.toBeInstanceOf(OpenAI.NotFoundError)
      await expect(create(assistant, 'lk_wrong')).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
      await expect(create(assistant, await keyFor('write'))).rejects.toBeInstanceOf(
        OpenAI.PermissionDeniedError,
      )
      await expect(create(assistant, undefined, ' ')).rejects.toMatchObject({
        status: 422,
        param: 'messages',
      })
      const stranger = await server.register()
      const key = { name: 'x', scopes: ['ask'], expires_in_days: 1 }
      const other = createClient(server.url, stranger)
      const foreign = (await other.call('POST', '/api/v1/users/me/api-keys', key)).body.secret
      await expect(create(assistant, foreign)).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    })

    it('may send several messages in a row, which are one', () => {
      const user = (content: string) => ({ role: 'user' as const, content })
      const assistant = (content: string) => ({ role: 'assistant' as const, content })
      expect(
        questionIn([
          user('I bought boots.'),
          user('How long can I return them?'),
          assistant('Thirty days.'),
          assistant('With a receipt.'),
          user('It was in the outlet.'),
          assistant(''),
          user('Is that the same?'),
          user(' '),
        ]),
      ).toEqual({
        content: 'It was in the outlet.\n\nIs that the same?',
        history: [
          {
            question: 'I bought boots.\n\nHow long can I return them?',
            answer: 'Thirty days.\n\nWith a receipt.',
          },
        ],
      })
      const long = 'a'.repeat(3_000)
      expect(questionIn([user(long), user(long), user('Why?')]).content).toBe(`${long}\n\nWhy?`)
      expect(questionIn([user(long.repeat(2)), user('Why?')]).content).toBe('Why?')
      expect(() => questionIn([user('Why?'), user(long.repeat(2))])).toThrow()
    })

    it('[operate L2] reads one model by its id, and is told of one that does not exist', async () => {
      const found = await client.call('GET', `/v1/models/${assistant}`)
      expect(found).toMatchObject({ status: 200, body: { id: assistant, object: 'model' } })
      const gone = await client.call('GET', '/v1/models/gpt-4o')
      expect(gone).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } })
    })

    it.each([
      ['POST', '/v1/embeddings'],
      ['GET', '/v1/files'],
      ['DELETE', '/v1/models'],
    ])('[operate L2] is told that there is no %s %s', async (method, path) => {
      const { status, body } = await client.call(method, path, method === 'POST' ? {} : undefined)
      expect(status).toBe(404)
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'not_found' })
    })

    it('[operate L2] may send the calls of tools that it had before', async () => {
      const before = [
        { role: 'user', content: 'What time is it?' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: {} }] },
        { role: 'tool', tool_call_id: 'c', content: '12:00' },
        { role: 'assistant', content: 'Noon.' },
      ]
      const request = { model: assistant, messages: [...before, ...messages] }
      const { status, body } = await client.call('POST', '/v1/chat/completions', request)
      expect(status).toBe(200)
      expect(body.choices[0].message.content).toContain('30 days')
    })
  })
})
