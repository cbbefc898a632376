import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAnthropicModel } from '../../../server/assistants/models/anthropic.ts'
import { createOllamaModel } from '../../../server/assistants/models/ollama.ts'
import { createOpenAIModel } from '../../../server/assistants/models/openai.ts'
import { listening } from '../../harness/listening.ts'
import { guardedTo } from '../../harness/serve.ts'

const PROTOCOLS = {
  openai: [createOpenAIModel, 'data: {"choices":[{"delta":{"content":"It"}}]}\n\n'],
  anthropic: [
    createAnthropicModel,
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It"}}\n\n',
  ],
  ollama: [createOllamaModel, '{"message":{"content":"It"}}\n'],
} as const

describe('[issue 35.9] a provider that breaks off in the middle of an answer', async () => {
  let first: string
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/event-stream').write(first)
  })
  const { url, fetch } = await guardedTo(server, 1_000_000)

  // What is thrown beside the answer would end the process; Vitest fails the run for it.
  it.each(['openai', 'anthropic', 'ollama'] as const)(
    'fails the answer, and nothing else, while the part before is still shown: %s',
    async (protocol) => {
      const [create, text] = PROTOCOLS[protocol]
      first = text
      const model = create({
        protocol,
        baseUrl: url,
        apiKey: 'k',
        model: 'm',
        timeout: 10_000,
        fetch,
      })
      const { signal } = new AbortController()
      const shown: string[] = []
      const read = async () => {
        for await (const part of model.stream({ messages: [], temperature: 0, signal })) {
          if (part.type === 'text') shown.push(part.text)
          server.closeAllConnections()
          await pause(50)
        }
      }
      await expect(read()).rejects.toMatchObject({ name: 'ChatModelError' })
      expect(shown).toEqual(['It'])
    },
  )
})

const chunk = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const named = (data: { type: string }) => `event: ${data.type}\n${chunk(data)}`

/** A model whose server answers with this body, whatever it is asked. */
const answering = async (protocol: keyof typeof PROTOCOLS, body: string) => {
  const type = body.startsWith('{') ? 'application/json' : 'text/event-stream'
  const server = createServer((_, response) => response.setHeader('content-type', type).end(body))
  const { url: baseUrl, close } = await listening(server)
  onTestFinished(close)
  return PROTOCOLS[protocol][0]({ protocol, baseUrl, apiKey: 'k', model: 'm', timeout: 10_000 })
}
const request = { messages: [], temperature: 0, signal: new AbortController().signal }
const partsOf = async (protocol: keyof typeof PROTOCOLS, body: string) => {
  const parts = []
  for await (const part of (await answering(protocol, body)).stream(request))
    if (part.type !== 'text' || part.text !== '') parts.push(part)
  return parts
}
const IT = { type: 'text', text: 'It' }
const USAGE = { prompt_tokens: 12, completion_tokens: 3 }
const said = (finish_reason: string) =>
  chunk({ choices: [{ delta: { content: 'It' } }] }) + chunk({ choices: [{ delta: {}, finish_reason }] })

describe('a stream that leaves out what its protocol has', () => {
  it.each([{ usage: USAGE }, { usage: USAGE, choices: null }])('is read: %j', async (last) => {
    expect(await partsOf('openai', chunk({ id: 'x' }) + said('stop') + chunk(last))).toEqual([
      IT,
      { type: 'end', isCut: false },
      { type: 'usage', usage: { prompt: 12, completion: 3 } },
    ])
  })

  it.each([
    { message: {}, usage: undefined, reads: null },
    { message: { usage: { input_tokens: 0 } }, usage: { input_tokens: 12, output_tokens: 3 }, reads: 12 },
    { message: { usage: { input_tokens: 12 } }, usage: { output_tokens: 3 }, reads: 12 },
  ])('is read in the protocol of Anthropic: %j', async ({ message, usage, reads }) => {
    const parts = await partsOf(
      'anthropic',
      named({ type: 'message_start', ...{ message } }) +
        PROTOCOLS.anthropic[1] +
        named({ type: 'message_delta', ...{ delta: { stop_reason: 'end_turn' }, usage } }),
    )
    const counted = reads === null ? null : { prompt: reads, completion: 3 }
    expect(parts).toEqual([IT, { type: 'usage', usage: counted }, { type: 'end', isCut: false }])
  })
})

describe('a reason for the end of an answer', () => {
  const anthropicEnd = (stop_reason: string) =>
    PROTOCOLS.anthropic[1] + named({ type: 'message_delta', ...{ delta: { stop_reason }, usage: {} } })
  const ollamaEnd = (done_reason: string) =>
    `${PROTOCOLS.ollama[1]}${JSON.stringify({ message: { content: '' }, done: true, done_reason })}\n`
  const endsOf = async (protocol: keyof typeof PROTOCOLS, body: string) =>
    (await partsOf(protocol, body)).filter(({ type }) => type === 'end')

  it.each([
    ['openai', said('length')],
    ['openai', said('model_length')],
    ['anthropic', anthropicEnd('max_tokens')],
    ['anthropic', anthropicEnd('model_context_window_exceeded')],
    ['ollama', ollamaEnd('length')],
  ] as const)('says that it was cut: %s', async (protocol, body) => {
    expect(await endsOf(protocol, body)).toEqual([{ type: 'end', isCut: true }])
  })

  it.each([
    ['openai', said('error')],
    ['openai', said('abort')],
    ['openai', said('insufficient_system_resource')],
    ['anthropic', anthropicEnd('error')],
    ['ollama', ollamaEnd('error')],
  ] as const)('is none if the provider broke it off: %s', async (protocol, body) => {
    expect(await endsOf(protocol, body)).toEqual([])
  })

  it.each([
    ['openai', said('content_filter')],
    ['anthropic', anthropicEnd('refusal')],
  ] as const)('says that the rest was withheld: %s', async (protocol, body) => {
    expect(await endsOf(protocol, body)).toEqual([{ type: 'end', isCut: false, isWithheld: true }])
  })
})

describe('an error within a stream', () => {
  it.each([
    ['openai', chunk({ error: { code: 429, message: 'slow down' } }), 429],
    ['openai', chunk({ error: { code: 'server_error', message: 'x' } }), null],
    ['anthropic', named({ type: 'error', ...{ error: { type: 'overloaded_error' } } }), 529],
    ['anthropic', named({ type: 'error', ...{ error: { type: 'rate_limit_error' } } }), 429],
  ] as const)('has the status that it names: %s, %s', async (protocol, body, status) => {
    await expect(partsOf(protocol, body)).rejects.toMatchObject({ name: 'ChatModelError', status })
  })

  it('is one without a stream as well', async () => {
    const model = await answering('openai', JSON.stringify({ error: { code: 429, message: 'slow down' } }))
    await expect(model.complete(request)).rejects.toMatchObject({ name: 'ChatModelError', status: 429 })
  })
})
