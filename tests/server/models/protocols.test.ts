import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ChatModel,
  ChatModelError,
  type ChatRequest,
} from '../../../server/assistants/models/chat-model.ts'
import { createChatModel } from '../../../server/assistants/models/create-model.ts'
import { greet } from '../../../server/assistants/models/greeting.ts'
import { startChatServer } from '../../harness/chat-protocols.ts'
import { listening } from '../../harness/listening.ts'
import { PATIENCE } from '../../harness/patience.ts'
import { closedAfterwards } from '../../harness/serve.ts'

/** Of the test of a provider, in ms. */
const TEST_LIMIT = 1_000

type Server = Awaited<ReturnType<typeof startChatServer>>

describe.each(['openai', 'anthropic', 'ollama'] as const)(
  'a model that speaks the protocol of %s',
  (protocol) => {
    let server: Server
    let model: ChatModel
    let leaving: AbortController
    beforeEach(async () => {
      server = await startChatServer(protocol)
      model = await createChatModel({ ...server.endpoint, timeout: PATIENCE.wait })
      leaving = new AbortController()
    })
    afterEach(() => server.close())

    const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Is it red?' },
        { role: 'assistant', content: 'It is.' },
        { role: 'user', content: 'Sure?' },
      ],
      temperature: 0.5,
      signal: leaving.signal,
      ...more,
    })
    async function streamed(more?: Partial<ChatRequest>) {
      let text = ''
      const others: unknown[] = []
      for await (const part of model.stream(request(more)))
        if (part.type === 'text') text += part.text
        else others.push(part)
      return { text, others }
    }

    it('streams its words, what it used, and its end', async () => {
      server.conduct({ says: ['Quite', ' sure.'] })
      const { text, others } = await streamed()
      expect(text).toBe('Quite sure.')
      expect(others).toContainEqual({ type: 'end', isCut: false })
      expect(others).toContainEqual({ type: 'usage', usage: server.usage })
    })

    it.each([
      'null',
      '[]',
      '{}',
      '5',
      '"x"',
      '{"content":5}',
      '{"choices":[]}',
      '{"data":7}',
      '{"models":[7]}',
    ])('[attack L5] fails as a model does when its server answers with %s', async (body) => {
      const other = createServer((_, response) =>
        response.setHeader('content-type', 'application/json').end(body),
      )
      const { url, close } = await listening(other)
      const odd = await createChatModel({
        ...server.endpoint,
        baseUrl: url,
        timeout: PATIENCE.wait,
      })
      const outcomes = await Promise.allSettled([odd.complete(request()), odd.available(leaving.signal)])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ChatModelError)
      await close()
    })

    it('says that its answer was cut at the limit', async () => {
      server.conduct({ says: ['Quite'], end: 'cut' })
      expect((await streamed()).others).toContainEqual({ type: 'end', isCut: true })
    })

    it.each([-1, 7.5, 2 ** 60])('reports no usage that cannot be counted: %d', async (completion) => {
      server.conduct({ says: ['Quite'], completion })
      expect((await streamed()).others).toContainEqual({ type: 'usage', usage: null })
      expect((await model.complete(request())).usage).toBeNull()
    })

    it('says nothing that PostgreSQL does not store', async () => {
      server.conduct({ says: ['Qu\0ite', '\0', ' sure.'] })
      expect((await streamed()).text).toBe('Quite sure.')
      expect((await model.complete(request())).text).toBe('Quite sure.')
    })

    it('is asked with its key, its model, the temperature, and rules apart from what was said', async () => {
      await streamed({ tokensMax: 50 })
      const [asked] = server.asked
      expect(asked?.path).toBe(server.path)
      expect(asked?.headers.authorization).toBe('Bearer the-key')
      expect(asked?.body.model).toBe('test-model')
      const text = JSON.stringify(asked?.body)
      expect(text).toContain('0.5')
      expect(text).toContain('50')
      const { messages } = asked!.body as { messages: { role: string; content: string }[] }
      expect(messages.filter(({ role }) => role !== 'system').map(({ content }) => content)).toEqual([
        'Is it red?',
        'It is.',
        'Sure?',
      ])
      expect(text).toContain('Be brief.')
    })

    it('is asked without rules where there are none', async () => {
      await model.complete(request({ messages: [{ role: 'user', content: 'Say yes.' }] }))
      expect(JSON.stringify(server.asked[0]?.body)).not.toContain('system')
    })

    it('answers at once where no stream is wanted', async () => {
      server.conduct({ says: ['Quite', ' sure.'] })
      expect(await model.complete(request())).toEqual({ text: 'Quite sure.', usage: server.usage })
    })

    it('does not say that it has ended where its answer breaks off', async () => {
      server.conduct({ says: ['Quite'], end: 'unfinished' })
      const seen = await streamed().catch((error: unknown) => error)
      if (!(seen instanceof ChatModelError)) expect(seen).toMatchObject({ text: 'Quite', others: [] })
    })

    it.each([401, 429, 500])('is told apart by its status when it refuses with %i', async (status) => {
      server.conduct({ status })
      for (const asked of [streamed(), model.complete(request())]) {
        const error = await asked.catch((caught: unknown) => caught)
        expect(error).toBeInstanceOf(ChatModelError)
        expect(error).toMatchObject({ status })
        expect((error as Error).message).not.toContain('secret detail')
      }
      expect(server.asked).toHaveLength(2)
    })

    it.each(['garbage', 'hang up'] as const)('fails without a status on %s', async (conduct) => {
      server.conduct(conduct)
      await expect(model.complete(request())).rejects.toMatchObject({ name: 'ChatModelError', status: null })
      const error = await streamed().catch((caught: unknown) => caught)
      // What cannot be read of a stream may be passed over; its end is not told then.
      if (!(error instanceof ChatModelError)) expect(error).toMatchObject({ others: [] })
    })

    it('fails when it stays silent for too long', async () => {
      model = await createChatModel({ ...server.endpoint, timeout: 100 })
      server.conduct('silence')
      await expect(streamed()).rejects.toMatchObject({ name: 'ChatModelError', status: null })
      await expect(model.complete(request())).rejects.toMatchObject({ name: 'ChatModelError', status: null })
    })

    it('passes the test if it still thinks at its end, but not if nothing came', async () => {
      const test = () =>
        greet({ ...server.endpoint, timeout: PATIENCE.wait }, AbortSignal.timeout(TEST_LIMIT))
      server.conduct({ says: [''], end: 'never' })
      await test()
      server.conduct({ says: [''], end: 'unfinished' })
      await expect(test()).rejects.toMatchObject({ name: 'ChatModelError', status: null })
      server.conduct('silence')
      await expect(test()).rejects.toMatchObject({ status: null, cause: { name: 'TimeoutError' } })
    })

    it('is hung up on when nobody waits for it any more', async () => {
      server.conduct({ says: ['Quite'], end: 'never' })
      const seen = streamed().catch((error: unknown) => error)
      await expect.poll(() => server.asked.length).toBe(1)
      leaving.abort()
      await expect.poll(() => server.hungUp()).toBe(1)
      await seen
    })
  },
)

const TEMPERATURE = 'Unsupported value: `temperature` does not support 0.5 with this model.'
const LIMIT = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."

describe('a parameter that a model refuses', () => {
  const ask = async (model: ChatModel, temperature = 0.5) => {
    const { signal } = new AbortController()
    const request = { messages: [{ role: 'user' as const, content: 'Sure?' }], temperature, signal }
    for await (const part of model.stream({ ...request, tokensMax: 50 })) void part
    return model.complete({ ...request, tokensMax: 50 })
  }
  const opened = async (protocol: 'openai' | 'anthropic') => {
    const server = closedAfterwards(await startChatServer(protocol))
    return { server, model: await createChatModel({ ...server.endpoint, timeout: 3_000 }) }
  }

  it.each([
    ['anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: TEMPERATURE } }],
    ['openai', 400, { error: { message: TEMPERATURE, param: 'temperature' } }],
    ['openai', 400, { error: { message: TEMPERATURE, param: null } }],
    ['openai', 422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'temperature'] }] }],
  ] as const)('is left out from then on: %s, %i, %j', async (protocol, status, body) => {
    const { server, model } = await opened(protocol)
    server.refuses({ parameter: 'temperature', status, body })
    expect((await ask(model)).text).toBe('Yes.')
    expect(server.asked.map((asked) => asked.body.temperature)).toEqual([0.5, undefined, undefined])
    expect(server.asked.map((asked) => asked.body.max_tokens)).toEqual([50, 50, 50])
  })

  it('is sent with smaller values than the refused one', async () => {
    const { server, model } = await opened('openai')
    const body = { error: { message: 'temperature must be between 0 and 1', param: null } }
    server.refuses({ parameter: 'temperature', above: 1, status: 400, body })
    for (const temperature of [0, 1.2, 0, 0.3, 1.2, 1.5]) await ask(model, temperature)
    const sent = server.asked.map((asked) => asked.body.temperature)
    const left = undefined
    expect(sent).toEqual([0, 0, 1.2, left, left, 0, 0, 0.3, 0.3, left, left, left, left])
    server.refuses({ parameter: 'temperature', status: 400, body })
    for (const temperature of [0.3, 0.5]) await ask(model, temperature)
    expect(server.asked.slice(sent.length).map((asked) => asked.body.temperature)).toEqual([
      ...[0.3, left, left],
      ...[left, left],
    ])
  })

  it.each([{ param: 'max_tokens' }, {}])(
    'has its later name from then on, if it has one: %j',
    async (more) => {
      const { server, model } = await opened('openai')
      const temperature = { parameter: 'temperature', status: 400, body: { error: { message: TEMPERATURE } } }
      const limit = { parameter: 'max_tokens', status: 400, body: { error: { message: LIMIT, ...more } } }
      server.refuses(limit, temperature)
      expect((await ask(model)).text).toBe('Yes.')
      const sent = server.asked.map(({ body: { max_tokens, max_completion_tokens } }) => [
        max_tokens,
        max_completion_tokens,
      ])
      const renamed = [undefined, 50]
      expect(sent).toEqual([[50, undefined], renamed, renamed, renamed])
    },
  )

  it('is left out even if it only asks for the usage', async () => {
    const { server, model } = await opened('openai')
    const detail = [{ type: 'extra_forbidden', loc: ['body', 'stream_options'] }]
    server.refuses({
      parameter: 'stream_options',
      status: 422,
      body: { object: 'error', message: { detail } },
    })
    await ask(model)
    await ask(model)
    expect(server.asked.map(({ body }) => [body.stream, 'stream_options' in body])).toEqual([
      [true, true],
      [true, false],
      [undefined, false],
      [true, false],
      [undefined, false],
    ])
  })

  it('is kept if the request is refused without it as well', async () => {
    const { server, model } = await opened('openai')
    server.conduct({ status: 400, said: 'The text about the temperature is too long.' })
    await expect(ask(model)).rejects.toMatchObject({ status: 400 })
    server.conduct({ says: ['Yes.'] })
    await ask(model)
    expect(server.asked.map(({ body }) => body.temperature)).toEqual([0.5, undefined, 0.5, 0.5])
  })
})
