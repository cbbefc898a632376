import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('the Model Context Protocol', async () => {
  const server = await serve()
  const keys: Record<string, string> = {}

  const { ann: client, organizationId: id } = await organizationOn(server)
  const base = await client.knowledgeBase(id)
  await client.upload(base.id, [
    { name: 'returns.md', content: '# Returns\n\nBoots go back within 30 days.' },
  ])
  const document = (await client.settled(base.id))[0]!.id
  const assistant = await client.published(id, [base.id])
  for (const scope of ['read', 'ask']) {
    const scopes = scope === 'ask' ? ['read', 'ask'] : [scope]
    const key = { name: scope, scopes, expires_in_days: 1 }
    keys[scope] = (await client.call('POST', `/api/v1/organizations/${id}/api-keys`, key)).body.secret
  }
  const stranger = await server.register()
  const other = await server.found(stranger)
  const key = { name: 'x', scopes: ['read', 'ask'], expires_in_days: 1 }
  keys.stranger = (
    await createClient(server.url, stranger).call('POST', `/api/v1/organizations/${other.id}/api-keys`, key)
  ).body.secret

  /** A session of the official client. */
  const connected = async (key: string) => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/api/v1/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    )
    const call = async (name: string, args: object = {}) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...args } })
      return { isError, data: structuredContent as Record<string, never>, text: JSON.stringify(content) }
    }
    return { client, call }
  }

  it('leads the official client from the list of assistants to a cited answer and its source', async () => {
    const { client, call } = await connected(keys.ask!)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_assistants',
      'search',
      'ask',
      'read_document',
    ])
    expect((await call('list_assistants')).data).toMatchObject({
      assistants: [{ id: assistant, published: true }],
    })
    const query = 'How many days do I have to return boots?'
    expect((await call('search', { assistant_id: assistant, query })).data).toMatchObject({
      answerable: true,
      passages: [{ document_id: document, content: expect.stringContaining('30 days') }],
    })
    const { data } = await call('ask', { assistant_id: assistant, question: query })
    expect(data).toMatchObject({
      answered: true,
      answer: expect.stringContaining('30 days'),
      citations: [{ n: 1, document_id: document, quote: expect.stringContaining('30 days') }],
    })
    expect((await call('read_document', { document_id: document })).data).toMatchObject({
      name: 'returns.md',
      text: expect.stringContaining('Boots go back'),
    })
    await client.close()
  })

  it('does what the scopes of the key allow, and says what another one needs', async () => {
    const { client, call } = await connected(keys.read!)
    const asked = await call('ask', { assistant_id: assistant, question: 'How long?' })
    expect(asked).toMatchObject({ isError: true, text: expect.stringContaining('scope ask') })
    await client.close()
  })

  it('shows nothing of another organization', async () => {
    const { client, call } = await connected(keys.stranger!)
    expect((await call('list_assistants')).data).toEqual({ assistants: [] })
    for (const [name, args] of [
      ['search', { assistant_id: assistant, query: 'boots' }],
      ['ask', { assistant_id: assistant, question: 'boots' }],
      ['read_document', { document_id: document }],
    ] as const)
      expect(await call(name, args)).toMatchObject({
        isError: true,
        text: expect.stringContaining('not found'),
      })
    await client.close()
  })

  const post = (payload: object, more = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/mcp',
      headers: { authorization: `Bearer ${keys.ask}`, ...more },
      payload,
    })
  const listing = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_assistants', arguments: {} },
  }

  it('gives no result again by its Idempotency-Key: it may be closed to the caller by then', async () => {
    const once = () => post(listing, { 'idempotency-key': 'once' })
    const first = await once()
    expect([first.statusCode, first.body]).toEqual([200, expect.stringContaining(assistant)])
    const again = await once()
    expect([again.statusCode, again.json().code]).toEqual([409, 'answered'])
  })

  it('answers a batch that cancels its own call', async () => {
    const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const answer = await post([listing, cancelling])
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(assistant)])
    for (const payload of [cancelling, [cancelling]]) expect((await post(payload)).statusCode).toBe(202)
  })

  it('refuses whoever has no key, and arguments that fit no tool', async () => {
    await expect(connected('lk_nothing')).rejects.toThrow()
    const { client, call } = await connected(keys.ask!)
    expect(await call('search', { assistant_id: 'x', query: '' })).toMatchObject({ isError: true })
    await client.close()
  })
})
