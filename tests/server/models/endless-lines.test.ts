import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAnthropicModel } from '../../../server/assistants/models/anthropic.ts'
import { createOllamaModel } from '../../../server/assistants/models/ollama.ts'
import { createOpenAIModel } from '../../../server/assistants/models/openai.ts'
import { HELD_MAX, threadCpu, watchLoop } from '../../harness/measurements.ts'
import { guardedTo } from '../../harness/serve.ts'

const BYTES = 5_000_000
const BODIES: Record<string, () => string> = {
  'empty lines': () => '\n'.repeat(BYTES),
  'lines of comments': () => ':\n'.repeat(BYTES / 2),
  'one long line': () => `data: {"choices":[{"delta":{"content":"${'x'.repeat(BYTES)}"}}]}\n\n`,
  'many values in an event': () => `data: {"choices":[${'[],'.repeat(500_000)}[]]}\n\n`,
}
const PROTOCOLS = { openai: createOpenAIModel, anthropic: createAnthropicModel, ollama: createOllamaModel }
const CPU_MAX = 3_000 // ms

describe('[issue 35.9] a provider that streams', async () => {
  let body = ''
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/event-stream').end(body),
  )
  const { url, fetch } = await guardedTo(server, 16 * 1024 * 1024)

  it.each(
    Object.keys(BODIES).flatMap((kind) =>
      Object.keys(PROTOCOLS).map((name) => [kind, name as keyof typeof PROTOCOLS] as const),
    ),
  )('%s in the protocol of %s holds nobody, and is given up', async (kind, protocol) => {
    body = BODIES[kind]!()
    const model = PROTOCOLS[protocol]({
      protocol,
      baseUrl: url,
      apiKey: 'k',
      model: 'm',
      timeout: 10_000,
      fetch,
    })
    const read = async () => {
      const signal = new AbortController().signal
      for await (const part of model.stream({ messages: [], temperature: 0, signal })) void part
    }
    const watch = watchLoop()
    const before = threadCpu()
    await expect(read()).rejects.toMatchObject({ name: 'ChatModelError' })
    expect(watch.end()).toBeLessThan(HELD_MAX)
    expect(threadCpu() - before).toBeLessThan(CPU_MAX)
  })
})
