import { describe, expect, it } from 'vitest'
import { questionWords } from '../../server/knowledge/retrieval/index/question-words.ts'
import { buildSegment } from '../../server/knowledge/retrieval/index/segment.ts'
import { createSegmentIndex } from '../../server/knowledge/retrieval/index/segment-index.ts'
import { EMPTY_RANKING } from '../../server/knowledge/retrieval/ranked.ts'
import { createExplanation } from '../../server/knowledge/search/explain.ts'
import { matchesOf } from '../../server/knowledge/search/search.presenter.ts'
import { SearchExplanation, SearchResults } from '../../src/services/contract/search.ts'
import { demoFile } from '../harness/files.ts'
import { createClient } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

describe('[S2.17] search in an assistant', async () => {
  const { server, ann, organizationId } = await serveOrganization()
  const search = async (body: unknown, { id = integrationId, as = ann } = {}) =>
    as.call('POST', `/api/v1/integrations/${id}/search`, body)
  const found = async (query: string, id?: string) =>
    SearchResults.parse((await search({ query }, id === undefined ? {} : { id })).body)

  const knowledgeBaseId = (await ann.knowledgeBase(organizationId)).id
  const integrationId = (await ann.integration(organizationId, [knowledgeBaseId])).id
  await ann.upload(knowledgeBaseId, [
    await demoFile('returns-policy.md'),
    await demoFile('repair-promise.html'),
    {
      name: 'odd.txt',
      content: 'The <b>clavichord</b> at https://example.org/a?b=1 costs 5 & more. 👢 Clavichords!',
    },
  ])
  await ann.settled(knowledgeBaseId)

  it('ranks passages, says both ranks, and where the words of the query are', async () => {
    const { hits, searched, answerable } = await found('return unworn boots')
    expect(answerable).toBe(true)
    expect(searched).toBeGreaterThan(5)
    const [first] = hits
    expect(first).toMatchObject({ document_name: 'returns-policy.md', text_rank: expect.any(Number) })
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a))
    expect(hits.some(({ vector_rank }) => vector_rank === 1)).toBe(true)
    const words = (first?.matches ?? []).map(({ start, end }) => first?.passage.content.slice(start, end))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(word).toMatch(/^(return|unworn|boot)/i)
  })

  it('gives passages as the document holds them', async () => {
    for (const { passage } of (await found('What does a new outsole cost?')).hits) {
      const text = await ann.call('GET', `/api/v1/documents/${passage.document_id}/passages`)
      expect(text.body.passages).toContainEqual(passage)
    }
  })

  it('marks nothing wrongly in text that looks like HTML', async () => {
    const { hits } = await found('clavichord')
    const hit = hits.find(({ document_name }) => document_name === 'odd.txt')
    for (const { start, end } of hit?.matches ?? [])
      expect(hit?.passage.content.slice(start, end)).toMatch(/^clavichord/i)
    expect(hit?.matches).toHaveLength(2)
  })

  it('marks inflections in the language of the document, and pairs of letters where there are no spaces', () => {
    const marked = (content: string, language: string, ...terms: string[]) =>
      matchesOf(content, language, [
        { idf: 1, terms: terms.map((term) => ({ term, weight: 1, idf: 1 })) },
      ]).map(({ start, end }) => content.slice(start, end))
    expect(marked('Die Häuser und das Haus.', 'deu', 'haus')).toEqual(['Häuser', 'Haus'])
    expect(marked('👢 返品期間は三十日です。', 'jpn', '返品', '品期')).toEqual(['返品期'])
    expect(marked('使用VPN连接', 'zho', 'vpn')).toEqual(['VPN'])
  })

  it.each([
    ['wifi', 'Use Wi-Fi here.', ['Wi-Fi']],
    ['nodejs', 'A node.js runtime.', ['node.js']],
    ['setup', 'Call set_up.', ['set_up']],
    ['20261129', 'On 2026‑11‑29.', ['2026‑11‑29']],
    ['USA', 'In the U.S.A. only.', ['U.S.A']],
    ['4008208820', '请拨打400-820-8820。', ['400-820-8820']],
    ['1299', 'It costs 1,299.99.', ['1,299']],
    ['443', 'Ports 80,443.', ['443']],
    ['12 500', 'Coûte 12\u00a0500 €.', ['12', '500']],
  ])('marks what is found by %s', (question, content, marked) => {
    const passages = [{ id: 'a', headings: '', content, vectors: [] }]
    const lexicon = createSegmentIndex([
      buildSegment([{ id: 'a', version: '1', model: '', title: '', language: 'eng', passages }]),
    ])
    const spans = matchesOf(content, 'eng', questionWords(question, lexicon))
    expect(spans.map(({ start, end }) => content.slice(start, end))).toEqual(marked)
  })

  it('finds nothing where there is nothing to search', async () => {
    const { id } = await ann.integration(organizationId, [], 'Empty')
    expect(await found('boots', id)).toMatchObject({ hits: [], searched: 0, answerable: false })
  })

  it('takes operators, stop words and emoji as a query', async () => {
    for (const query of ['\' : * & | ! ( ) % _ \\ <-> "x" :*', "'; drop table passages; --", 'the of', '👢'])
      expect((await search({ query })).status).toBe(200)
  })

  it('searches only the given document or knowledge base', async () => {
    const { hits } = await found('boots')
    const documentId = hits.at(-1)?.passage.document_id
    const only = SearchResults.parse((await search({ query: 'boots', document_id: documentId })).body)
    expect(new Set(only.hits.map(({ passage }) => passage.document_id))).toEqual(new Set([documentId]))
    const elsewhere = await search({ query: 'boots', knowledge_base_id: crypto.randomUUID() })
    expect(elsewhere.body).toMatchObject({ hits: [], searched: 0 })
  })

  describe('says what became of a passage', () => {
    const explained = async (query: string, passageId: string, as = ann) =>
      as.call('POST', `/api/v1/integrations/${integrationId}/search/explain`, {
        query,
        passage_id: passageId,
      })
    const QUERY = 'return unworn boots'

    it('that was read, with its places', async () => {
      const [first] = (await found(QUERY)).hits
      const { body } = await explained(QUERY, first!.passage.id)
      expect(SearchExplanation.parse(body)).toMatchObject({
        fate: 'read',
        words: { rank: first?.text_rank, asked: 3 },
        meaning: { rank: first?.vector_rank, cosine: first?.cosine },
        fused: { rank: 1, score: first?.score },
      })
    })

    it('that the settings of the assistant left out', async () => {
      const { hits } = await found(QUERY)
      const settings = async (changes: object) =>
        expect((await ann.call('PATCH', `/api/v1/integrations/${integrationId}`, changes)).status).toBe(200)
      const fate = async () => (await explained(QUERY, hits[1]!.passage.id)).body.fate
      await settings({ top_k: 1 })
      expect(await fate()).toBe('beyond_top_k')
      await settings({ top_k: 8, score_threshold: 1 })
      expect(await fate()).toBe('below_threshold')
      await settings({ score_threshold: 0 })
      expect(await fate()).toBe('read')
    })

    it('that has nothing to do with it, or lies elsewhere', async () => {
      const [lamp] = (await found('clavichord')).hits
      expect((await explained('qwzx', lamp!.passage.id)).body).toMatchObject({
        fate: expect.stringMatching(/^(unrelated|read|beyond_top_k)$/),
        words: { rank: null, matched: 0 },
      })
      const other = await ann.knowledgeBase(organizationId, 'Other')
      const { body } = await ann.upload(other.id, [{ name: 'a.txt', content: 'Unworn boots return here.' }])
      await ann.settled(other.id)
      const text = await ann.call('GET', `/api/v1/documents/${body.results[0]?.document?.id}/passages`)
      expect((await explained(QUERY, text.body.passages[0].id)).body.fate).toBe('unsearched')
    })

    it('[issue 42.6] that was found, but not among the first 10,000, with what it has in common', async () => {
      const limits: (number | undefined)[] = []
      const place = { passageId: 'p', documentId: 'd', knowledgeBaseId: 'k', isServed: true }
      const hit = { id: 'p', language: 'eng', model: null, score: 1, matched: 2, coverage: 1, rank: 1 }
      const explain = createExplanation({
        ranking: async (_, { documentIds }, limit) => {
          limits.push(limit)
          const found = documentIds && {
            byText: new Map([['p', hit]]),
            byVector: new Map([['p', 1]]),
            cosines: new Map([['p', 0.4]]),
          }
          return { ...EMPTY_RANKING, ...found, compared: 20_000 }
        },
        search: async () => ({
          hits: [],
          cut: [],
          searched: 20_000,
          words: [],
          answerable: false,
          languageUnknown: false,
        }),
        settingsOf: async () => new Map(),
        repository: { place: async () => place },
      })
      const asked = {
        queries: ['boots'],
        knowledgeBaseIds: ['k'],
        closed: new Set<string>(),
        passage: { passageId: 'p', organizationId: 'o', readerId: 'u' },
        settings: { top_k: 8, score_threshold: 0 },
      }
      expect(await explain(asked)).toMatchObject({
        fate: 'too_far_down',
        words: { rank: null, matched: 2 },
        meaning: { rank: null, cosine: 0.4 },
      })
      expect(limits).toEqual([10_000, 10_000])
    })

    it('[issue 42.6] for one person a few times a minute', async () => {
      const [first] = (await found(QUERY)).hits
      server.config.rateLimits = true
      const statuses: number[] = []
      for (let n = 0; n < 21; n++) statuses.push((await explained(QUERY, first!.passage.id)).status)
      server.config.rateLimits = false
      expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
    })

    it('is refused to others', async () => {
      const [first] = (await found(QUERY)).hits
      const eve = createClient(server.url, await server.register())
      expect((await explained(QUERY, first!.passage.id, eve)).status).toBe(404)
      expect((await explained(QUERY, crypto.randomUUID())).status).toBe(404)
      expect((await explained(' ', first!.passage.id)).body.fields).toHaveProperty('query')
    })
  })

  it('gives no more than it is asked for', async () => {
    const { body } = await search({ query: 'boots', limit: 2 })
    expect(body.hits).toHaveLength(2)
  })

  it.each([
    [{ query: '  ' }, 'query'],
    [{ query: 'x'.repeat(2_001) }, 'query'],
    [{}, 'query'],
    [{ query: 'x', limit: 0 }, 'limit'],
    [{ query: 'x', limit: 51 }, 'limit'],
    [{ query: 'x', limit: '5' }, 'limit'],
  ])('refuses %o', async (body, field) => {
    expect(await search(body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })
})
