import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReranker, RERANKED_MAX } from '../../../server/knowledge/retrieval/reranker.ts'
import { SearchExplanation, SearchResults } from '../../../src/services/contract/search.ts'
import { until } from '../../harness/knowledge.ts'
import { prefers, prefersNamed, startRerankServer } from '../../harness/rerank.ts'
import type { Reply } from '../../harness/scripted-server.ts'
import { closedAfterwards, serveOrganization } from '../../harness/serve.ts'

type RerankServer = Awaited<ReturnType<typeof startRerankServer>>

describe('the rerank client', () => {
  let server: RerankServer
  let lines: string[]
  beforeEach(async () => {
    lines = []
    server = await startRerankServer(prefersNamed('green'))
  })
  afterEach(() => server.close())

  const TEXTS = ['a red lamp', 'a green lamp', 'a blue lamp']
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const client = (changes: { model?: string | null; apiKey?: string } = {}, limit?: number) =>
    createReranker({ ...server.endpoint, ...changes }, { log, ...(limit !== undefined && { limit }) })
  const order = async (rerank = client()) =>
    (await rerank('which lamp?', TEXTS))?.map(({ index }) => index) ?? null

  it('asks as Cohere and Jina document it where a model is named', async () => {
    expect(await order()).toEqual([1, 0, 2])
    expect(server.asked()).toEqual([
      { model: 'test-reranker', query: 'which lamp?', documents: TEXTS, top_n: 3 },
    ])
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/v1/rerank' })
    expect(server.received[0]?.headers.authorization).toBe('Bearer rerank-key')
  })

  it('asks as Text Embeddings Inference documents it where none is', async () => {
    server.behave(prefers('blue'))
    expect(await order(client({ model: null, apiKey: '' }))).toEqual([2, 0, 1])
    expect(server.asked()).toEqual([{ query: 'which lamp?', texts: TEXTS, truncate: true }])
    expect(server.received[0]?.headers).not.toHaveProperty('authorization')
  })

  it('orders by the score whatever the order of the reply, and takes fewer results than asked', async () => {
    const results = [
      { index: 2, relevance_score: -4.5 },
      { index: 1, relevance_score: 7 },
    ]
    server.behave(() => ({ body: { results } }))
    expect(await order()).toEqual([1, 2])
  })

  it.each([
    ['shares', [0.9, 0.2], [0.9, 0.2]],
    ['logits', [2, -2], [0.88, 0.12]],
  ])('gives the relevance between 0 and 1 of scores that are %s', async (_, scores, relevances) => {
    server.behave(() => ({ body: scores.map((score, index) => ({ index, score })) }))
    const ranks = await client()('which lamp?', TEXTS)
    expect(ranks?.map(({ relevance }) => Number(relevance.toFixed(2)))).toEqual(relevances)
  })

  it('does not ask where there is nothing to order', async () => {
    expect(await client()('which lamp?', [])).toBeNull()
    expect(server.received).toEqual([])
  })

  const FAILURES: [string, Reply][] = [
    ['a failing server', { status: 500, body: { error: 'a secret detail' } }],
    ['a refused key', { status: 401 }],
    ['what is no JSON', { body: '<html>' }],
    ['another shape', { body: { data: [] } }],
    ['scores that are no numbers', { body: [{ index: 0, score: 'high' }] }],
    ['places outside of the list', { body: [{ index: 3, score: 1 }] }],
    ['negative places', { body: [{ index: -1, score: 1 }] }],
    [
      'a text twice',
      {
        body: [
          { index: 0, score: 1 },
          { index: 0, score: 0.5 },
        ],
      },
    ],
    ['a broken connection', { fault: 'reset' }],
  ]
  it.each(FAILURES)('leaves the order alone after %s', async (_, reply) => {
    server.behave(() => reply)
    expect(await order()).toBeNull()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/which lamp|red lamp|rerank-key|secret detail/)
  })

  it.each<Reply>([{ fault: 'hang' }, { fault: 'stall', body: [{ index: 1, score: 1 }] }])(
    'gives up after its time limit: %o',
    async (reply) => {
      server.behave(() => reply)
      expect(await order(client({}, 100))).toBeNull()
    },
  )

  it('logs the first of some failures, and goes on asking', async () => {
    server.behave(() => ({ status: 503 }))
    const rerank = client()
    expect([await order(rerank), await order(rerank)]).toEqual([null, null])
    expect(lines).toHaveLength(1)
    server.behave(prefersNamed('blue'))
    expect(await order(rerank)).toEqual([2, 0, 1])
  })

  it('stops calling a server after three failures in a row, and retries after a minute', async () => {
    let now = 0
    server.behave(() => ({ status: 503 }))
    const rerank = createReranker(server.endpoint, { log, now: () => now })
    for (let time = 0; time < 5; time++) expect(await order(rerank)).toBeNull()
    expect(server.received).toHaveLength(3)
    now += 60_000
    expect(await Promise.all([order(rerank), order(rerank)])).toEqual([null, null])
    expect(server.received).toHaveLength(4)
    now += 60_000
    server.behave(prefersNamed('blue'))
    expect(await order(rerank)).toEqual([2, 0, 1])
    expect(await order(rerank)).toEqual([2, 0, 1])
  })
})

describe('search with a rerank server', async () => {
  const QUERY = 'wax for boots'

  const search = async (body: object = {}) =>
    SearchResults.parse(
      (await ann.call('POST', `/api/v1/integrations/${integrationId}/search`, { query: QUERY, ...body }))
        .body,
    ).hits

  const reranker = closedAfterwards(await startRerankServer(() => ({ status: 503 })))
  const { ann, organizationId } = await serveOrganization({ rerank: reranker.endpoint })
  const baseId = (await ann.knowledgeBase(organizationId)).id
  const otherId = (await ann.knowledgeBase(organizationId, 'Other')).id
  const integrationId = (await ann.integration(organizationId, [baseId])).id
  const many = Array.from({ length: RERANKED_MAX + 8 }, (_, n) => `## Lot ${n}\n\nWax for boots of lot ${n}.`)
  await ann.upload(baseId, [{ name: 'lots.md', content: `# Stock\n\n${many.join('\n\n')}` }])
  await ann.upload(otherId, [{ name: 'other.md', content: '# Private\n\nWax for boots of the board.' }])
  await Promise.all([ann.settled(baseId), ann.settled(otherId)])
  beforeEach(() => void reranker.received.splice(0))

  it('reads passages in the order of the rerank server, and says its score', async () => {
    reranker.behave(() => ({ status: 503 }))
    const fused = await search({ limit: 50 })
    expect(fused.every(({ rerank_score }) => rerank_score === null)).toBe(true)
    const last = fused[RERANKED_MAX - 1]!
    const lot = /lot \d+\./.exec(last.passage.content)![0]
    reranker.behave(prefersNamed(lot))
    const [first, ...others] = await search({ limit: 5 })
    expect(first).toMatchObject({ passage: { id: last.passage.id }, rerank_score: 0.9, score: last.score })
    expect(others.map(({ passage }) => passage.id)).toEqual(
      fused.slice(0, 4).map(({ passage }) => passage.id),
    )
  })

  it('keeps those that were not ranked behind the others, as they were fused', async () => {
    reranker.behave(() => ({ status: 503 }))
    const fused = (await search({ limit: 50 })).map(({ passage }) => passage.id)
    reranker.behave(() => ({ body: [{ index: 2, score: 0.5 }] }))
    const third = fused[2]!
    const hits = (await search({ limit: 50 })).map(({ passage }) => passage.id)
    expect(hits).toEqual([third, ...fused.filter((id) => id !== third)])
  })

  it('sends the best passages with what stands above them, of the searched knowledge bases alone', async () => {
    reranker.behave(prefersNamed('lot 1.'))
    await search({ limit: 3 })
    const [asked] = reranker.asked()
    expect(asked).toMatchObject({ query: QUERY, top_n: RERANKED_MAX })
    expect(asked?.documents).toHaveLength(RERANKED_MAX)
    for (const text of asked?.documents ?? [])
      expect(text).toMatch(/Stock\nLot (\d+)\nWax for boots of lot \1\./)
  })

  it('explains a passage by its place in that order', async () => {
    reranker.behave(() => ({ status: 503 }))
    const { passage } = (await search({ limit: 50 }))[20]!
    const fate = async () => {
      const body = { query: QUERY, passage_id: passage.id }
      const answer = await ann.call('POST', `/api/v1/integrations/${integrationId}/search/explain`, body)
      return SearchExplanation.parse(answer.body)
    }
    expect(await fate()).toMatchObject({ fate: 'beyond_top_k', fused: { rank: 21 } })
    reranker.behave(prefersNamed(/lot \d+\./.exec(passage.content)![0]))
    expect(await fate()).toMatchObject({ fate: 'read', fused: { rank: 1 } })
  })

  it('measures an index and its replacement without the server if it fails for one of them', async () => {
    const { id } = await ann.knowledgeBase(organizationId, 'Few')
    const lots = Array.from({ length: 9 }, (_, n) => `## Lot ${n}\n\nWax for boots of lot ${n}.`)
    const last = 'The northern gate is opened at noon, and wax is sold there.'
    await ann.upload(id, [
      { name: 'few.md', content: `# Stock\n\n${lots.join('\n\n')}\n\n## Gate\n\n${last}` },
    ])
    const [document] = await ann.settled(id)
    const base = `/api/v1/knowledge-bases/${id}`
    const expected = [{ document_id: document!.id, quote: last }]
    await ann.call('POST', `${base}/golden-questions`, { question: QUERY, expected })
    // It ranks for the index in use, and then not for the other one.
    reranker.behave((texts) => {
      reranker.behave(() => ({ status: 503 }))
      return prefersNamed('northern')(texts)
    })
    await ann.call('POST', `${base}/indexes`, {})
    const newest = async () => (await ann.call('GET', `${base}/indexes`)).body[0]
    const index = await until(newest, ({ status }) => status === 'published' || status === 'ready')
    expect(index).toMatchObject({ status: 'published', recall: { at_5: 0 }, recall_before: { at_5: 0 } })
  })

  it('answers from what was reranked first, and goes on without the server', async () => {
    reranker.behave(prefersNamed('lot 7.'))
    expect((await ann.ask(integrationId, 'Is there wax for boots?')).status).toBe('complete')
    expect(reranker.asked()).toHaveLength(1)
    reranker.behave(() => ({ body: 'garbage' }))
    expect((await ann.ask(integrationId, 'Is there wax for boots?')).status).toBe('complete')
  })
})
