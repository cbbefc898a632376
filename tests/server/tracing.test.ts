import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { makePlace } from '../harness/database.ts'
import { until } from '../harness/knowledge.ts'
import { listening } from '../harness/listening.ts'
import { startModelServer } from '../harness/model.ts'
import { startProcess } from '../harness/process.ts'
import { PASSWORD } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

/** A receiver of OTLP over HTTP, in JSON. */
async function startTraceCollector() {
  let spans: Span[] = []
  let text = ''
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/v1/traces') {
      text += body
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      spans = [
        ...spans,
        ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      ]
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const { url, close } = await listening(server)
  return {
    endpoint: url,
    spans: () => spans,
    /** Everything received, unchanged. */
    text: () => text,
    close,
  }
}

it('requests, queries, ingestion, retrieval and model calls are spans, which say nothing of what people write', async () => {
  const place = await makePlace()
  const collector = await startTraceCollector()
  const model = await startModelServer({ tokens: ['It is a ', 'zanzibarite [1].'] })
  model.rewrite({ text: '{"question": "What is the zanzibarite?", "queries": []}' })
  const server = startProcess(place, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LLM_BASE_URL: model.endpoint.baseUrl,
    LLM_API_KEY: 'a-key-of-the-model',
    LLM_MODEL: 'large',
    EMBEDDINGS_MODEL: 'small',
  })
  const ann = await signIn(await server.ready)
  const { body: organization } = await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })
  const base = await ann.filled(organization.id, [
    { name: 'zanzibarite.md', content: 'The zanzibarite is a stone of the garden.' },
  ])
  const assistant = await ann.integration(organization.id, [base])
  const first = await ann.ask(assistant.id, 'What is the zanzibarite?')
  expect(first.status).toBe('complete')
  await ann.ask(assistant.id, 'And where is it?', first.conversation_id)

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${await server.ready}/health`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  const named = (name: string) => collector.spans().filter((span) => span.name === name)
  const expected = [
    'POST /api/v1/login',
    'POST /api/v1/integrations/:id/messages',
    'ingestion.document',
    'ingestion.read',
    'ingestion.embed',
    'ingestion.finish',
    'retrieval.search',
    'model.embed',
    'model.answer',
    'model.rewrite',
    'insert messages',
    'select users',
  ]
  await until(
    async () => expected.filter((name) => named(name).length === 0),
    (missing) => missing.length === 0,
  )
  // [operate M9] It goes on with the trace of whoever asks, and heartbeats are no traces of their own.
  await until(
    async () => named('GET /health').map((span) => span.traceId),
    (ids) => ids.includes(traceId),
  )
  const roots = collector.spans().filter(({ parentSpanId }) => !parentSpanId)
  expect(
    roots.map(({ name }) => name).filter((name) => /^(select|insert|update|delete) /.test(name)),
  ).toEqual([])
  const [document] = named('ingestion.document')
  for (const part of ['ingestion.read', 'ingestion.embed', 'ingestion.finish'])
    expect(named(part)[0]).toMatchObject({ traceId: document?.traceId, parentSpanId: document?.spanId })
  const [login] = named('POST /api/v1/login')
  expect(named('select users').some(({ parentSpanId }) => parentSpanId === login?.spanId)).toBe(true)
  expect(named('model.answer')[0]?.attributes).toContainEqual({
    key: 'model',
    value: { stringValue: 'large' },
  })

  server.kill('SIGTERM')
  expect((await server.exited).code).toBe(0)
  await collector.close()
  await model.close()
  await place.remove()
  for (const secret of ['zanzibarite', 'ann@', PASSWORD, 'a-key-of-the-model', base])
    expect(collector.text()).not.toContain(secret)
  expect(collector.text()).not.toMatch(/eyJ[\w-]+\./)
})
