import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REFUSALS } from '../../../server/assistants/answering/refusal.ts'
import { knowledgeBases } from '../../../server/kernel/db/schema/index.ts'
import { isAnswer } from '../../../server/knowledge/retrieval/evidence.ts'
import { DEFAULT_RETRIEVAL_SETTINGS } from '../../../src/services/contract/knowledge-bases.ts'
import type { SearchSettings } from '../../../src/services/contract/search.ts'
import { demoFile } from '../../harness/files.ts'
import { serveOrganization } from '../../harness/serve.ts'

const HYBRID: SearchSettings = { mode: 'hybrid', top_k: null, score_threshold: 0 }

describe('[S2.12] the settings of a knowledge base in a search', async () => {
  const { server, ann, organizationId } = await serveOrganization()

  const search = (question: string, settings: Record<string, Partial<SearchSettings>>, limit = 20) =>
    server.retrieval.search(question, Object.keys(settings), {
      closed: new Set(),
      limit,
      settings: new Map(Object.entries(settings).map(([id, own]) => [id, { ...HYBRID, ...own }])),
    })

  const returns = await ann.filled(organizationId, [await demoFile('returns-policy.md')], 'Returns')
  const care = await ann.filled(organizationId, [await demoFile('leather-care.md')], 'Care')

  it('[keywords] ranks by words alone', async () => {
    const { hits } = await search('How do I get rid of salt stains?', { [care]: { mode: 'keywords' } })
    expect(hits[0]).toMatchObject({ headingPath: ['Caring for your boots', 'Salt stains'], score: 1 })
    for (const hit of hits) {
      expect(hit).toMatchObject({ mode: 'keywords', vectorRank: null, cosine: null })
      expect(hit.textRank).not.toBeNull()
    }
    expect(isAnswer(hits[0]!)).toBe(true)
    expect((await search('photosynthesis zebra', { [care]: { mode: 'keywords' } })).hits).toEqual([])
  })

  it('[meaning] ranks by meaning alone, and holds what it finds against the words of the question', async () => {
    const { hits, answerable } = await search('How do I get rid of salt stains?', {
      [care]: { mode: 'meaning' },
    })
    expect(hits[0]).toMatchObject({ headingPath: ['Caring for your boots', 'Salt stains'], score: 1 })
    for (const hit of hits) {
      expect(hit).toMatchObject({ mode: 'meaning', textRank: null })
      expect(hit.vectorRank).not.toBeNull()
    }
    expect(answerable).toBe(true)
    expect(isAnswer(hits[0]!)).toBe(true)
    const offTopic = await search('Who won the world cup in 2018?', { [care]: { mode: 'meaning' } })
    expect(offTopic.hits.some(isAnswer)).toBe(false)
  })

  it('rank each passage by what its own knowledge base allows', async () => {
    const { hits } = await search('How long may boots take to dry or come back?', {
      [returns]: { mode: 'keywords' },
      [care]: { mode: 'meaning' },
    })
    expect(new Set(hits.map(({ knowledgeBaseId }) => knowledgeBaseId))).toEqual(new Set([returns, care]))
    for (const { knowledgeBaseId, textRank, vectorRank } of hits) {
      expect(textRank === null).toBe(knowledgeBaseId === care)
      expect(vectorRank === null).toBe(knowledgeBaseId === returns)
    }
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
  })

  it('[top_k] takes so many passages of one knowledge base, and others take their places', async () => {
    const all = await search('boots', { [returns]: {}, [care]: {} }, 6)
    expect(all.cut).toEqual([])
    const { hits, cut } = await search('boots', { [returns]: {}, [care]: { top_k: 1 } }, 6)
    expect(hits).toHaveLength(6)
    expect(hits.filter(({ knowledgeBaseId }) => knowledgeBaseId === care)).toHaveLength(1)
    expect(cut.length).toBeGreaterThan(0)
    for (const { hit, by } of cut) expect([hit.knowledgeBaseId, by]).toEqual([care, 'base_top_k'])
  })

  it('[score_threshold] leaves out what is below, and says what it was', async () => {
    const { hits, cut } = await search('salt stains', { [care]: { score_threshold: 0.8 } })
    expect(hits.length).toBeGreaterThan(0)
    for (const { score } of hits) expect(score).toBeGreaterThanOrEqual(0.8)
    expect(cut.length).toBeGreaterThan(0)
    for (const { hit, by } of cut) {
      expect(hit.score).toBeLessThan(0.8)
      expect(by).toBe('base_threshold')
    }
  })

  it('change nothing where they are those that a knowledge base begins with', async () => {
    const question = 'How long may I return boots?'
    expect(await search(question, { [returns]: {} }, 8)).toEqual(
      await server.retrieval.search(question, [returns], { closed: new Set() }),
    )
  })

  it('say that a question of a language was not compared, where meaning alone counts', async () => {
    const german = 'Wie lange darf ich meine ungetragenen Stiefel an den Laden zurückschicken?'
    expect(await search(german, { [care]: { mode: 'meaning' } })).toMatchObject({
      hits: [],
      answerable: false,
      languageUnknown: true,
    })
    expect((await search(german, { [care]: {} })).languageUnknown).toBe(false)
    expect((await search('salt stains', { [care]: { mode: 'meaning' } })).languageUnknown).toBe(false)
  })

  describe('as they are stored', () => {
    const store = (settings: Partial<SearchSettings>) =>
      server.database.db
        .update(knowledgeBases)
        .set({ settings: { ...DEFAULT_RETRIEVAL_SETTINGS, ...settings } })
        .where(eq(knowledgeBases.id, care))
    let integrationId: string
    const fateOf = async (query: string, passage_id: string) =>
      (await ann.call('POST', `/api/v1/integrations/${integrationId}/search/explain`, { query, passage_id }))
        .body

    beforeAll(async () => {
      integrationId = (await ann.integration(organizationId, [care])).id
    })
    beforeEach(() => store({}))

    it('are obeyed by answers and by the search of an assistant', async () => {
      await store({ mode: 'meaning' })
      const found = await ann.call('POST', `/api/v1/integrations/${integrationId}/search`, {
        query: 'Wie trockne ich nasse Stiefel am besten?',
      })
      expect(found.body).toMatchObject({ hits: [], language_unknown: true })
      const asked = await ann.ask(
        integrationId,
        'Wie bekomme ich die weißen Ränder vom Streusalz aus dem Leder meiner Stiefel?',
      )
      expect(asked).toMatchObject({ content: REFUSALS.de.languageUnknown, answered: false })
      await store({ mode: 'keywords', top_k: 1 })
      const { citations } = await ann.ask(integrationId, 'How do I get rid of salt stains?')
      expect(new Set(citations.map(({ passage_id }) => passage_id)).size).toBe(1)
    })

    it('are named by the explanation of what became of a passage', async () => {
      const { hits } = await search('salt stains', { [care]: {} })
      const [first, second] = hits
      const last = hits.findLast(({ textRank }) => textRank === null)
      expect((await fateOf('salt stains', first!.passageId)).fate).toBe('read')
      await store({ top_k: 1 })
      expect(await fateOf('salt stains', second!.passageId)).toMatchObject({
        fate: 'beyond_base_top_k',
        knowledge_base: { top_k: 1 },
      })
      await store({ score_threshold: 0.99 })
      expect((await fateOf('salt stains', second!.passageId)).fate).toBe('below_base_threshold')
      await store({ mode: 'keywords' })
      expect((await fateOf('salt stains', last!.passageId)).fate).toBe('no_shared_word')
      await store({ mode: 'meaning' })
      expect((await fateOf('Wie trockne ich die Stiefel?', first!.passageId)).fate).toBe('language_unknown')
      const offTopic = 'Who won the world cup in 2018?'
      const near = (await search(offTopic, { [care]: { mode: 'meaning' } })).hits.map((hit) => hit.passageId)
      const far = hits.find(({ passageId }) => !near.includes(passageId))
      expect((await fateOf(offTopic, far!.passageId)).fate).toBe('not_near')
    })
  })
})
