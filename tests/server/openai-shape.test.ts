import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe("[operate L2] clients of OpenAI's protocol", async () => {
  const server = await serve()
  let client: ReturnType<typeof createClient>
  let assistant: string
  beforeAll(async () => {
    const ann = await server.register()
    client = createClient(server.url, ann)
    const { id } = await server.found(ann)
    const base = await client.filled(id, [
      { name: 'a.md', content: 'The keeper of the lighthouse is called Imke.' },
    ])
    assistant = await client.published(id, [base])
  })

  it('read one model by its id, and are told in their shape of one that does not exist', async () => {
    const found = await client.call('GET', `/v1/models/${assistant}`)
    expect(found).toMatchObject({ status: 200, body: { id: assistant, object: 'model' } })
    const gone = await client.call('GET', '/v1/models/gpt-4o')
    expect(gone).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } })
  })

  it.each([
    ['POST', '/v1/embeddings'],
    ['GET', '/v1/files'],
    ['DELETE', '/v1/models'],
  ])('are told in their shape that there is no %s %s', async (method, path) => {
    const { status, body } = await client.call(method, path, method === 'POST' ? {} : undefined)
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'not_found' })
  })

  it('may send the calls of tools that they had before', async () => {
    const messages = [
      { role: 'user', content: 'What time is it?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: {} }] },
      { role: 'tool', tool_call_id: 'c', content: '12:00' },
      { role: 'assistant', content: 'Noon.' },
      { role: 'user', content: 'What is the keeper of the lighthouse called?' },
    ]
    const { status, body } = await client.call('POST', '/v1/chat/completions', { model: assistant, messages })
    expect(status).toBe(200)
    expect(body.choices[0].message.content).toContain('Imke')
  })
})
