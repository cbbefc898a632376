import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnthropicModel } from '../../../server/assistants/models/anthropic.ts'
import { createOllamaModel } from '../../../server/assistants/models/ollama.ts'
import { createOpenAIModel } from '../../../server/assistants/models/openai.ts'
import { createGuardedHttp, type GuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'
import { listening } from '../../harness/listening.ts'

const PROTOCOLS = {
  openai: [createOpenAIModel, 'data: {"choices":[{"delta":{"content":"It"}}]}\n\n'],
  anthropic: [
    createAnthropicModel,
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It"}}\n\n',
  ],
  ollama: [createOllamaModel, '{"message":{"content":"It"}}\n'],
} as const

describe('[issue 35.9] a provider that breaks off in the middle of an answer', () => {
  let first: string
  let http: GuardedHttp
  let local: Awaited<ReturnType<typeof listening>>
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/event-stream').write(first)
  })
  beforeAll(async () => {
    local = await listening(server)
    http = createGuardedHttp({ allowedNetworks: ['127.0.0.1/32'], ports: [local.port], bytesMax: 1_000_000 })
  })
  afterAll(async () => {
    await http.close()
    await local.close()
  })

  // What is thrown beside the answer would end the process; Vitest fails the run for it.
  it.each(['openai', 'anthropic', 'ollama'] as const)(
    'fails the answer, and nothing else, while the part before is still shown: %s',
    async (protocol) => {
      const [create, text] = PROTOCOLS[protocol]
      first = text
      const model = create({
        protocol,
        baseUrl: local.url,
        apiKey: 'k',
        model: 'm',
        timeout: 10_000,
        fetch: http.fetch,
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
