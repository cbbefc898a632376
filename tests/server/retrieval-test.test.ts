import { describe, expect, it } from 'vitest'
import { KnowledgeBase } from '../../src/services/contract/knowledge-bases.ts'
import { RetrievalTestResults, type SearchSettings } from '../../src/services/contract/search.ts'
import { demoFile } from '../harness/files.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('[S2.12] the retrieval test of a knowledge base', async () => {
  const server = await serve()
  const HYBRID: SearchSettings = { mode: 'hybrid', top_k: null, score_threshold: 0 }
  const search = (body: object, as = ann) => as.call('POST', `/api/v1/knowledge-bases/${id}/search`, body)
  const found = async (settings?: Partial<SearchSettings>) =>
    RetrievalTestResults.parse(
      (await search({ query: 'salt stains', ...(settings && { settings: { ...HYBRID, ...settings } }) }))
        .body,
    )

  const { ann, organizationId } = await organizationOn(server)
  const id = await ann.filled(organizationId, [
    await demoFile('leather-care.md'),
    await demoFile('returns-policy.md'),
  ])

  it('shows what the stored settings find, where they put it', async () => {
    const { hits, cut, searched } = await found()
    expect(hits.map(({ stored_place }) => stored_place)).toEqual(hits.map((_, index) => index + 1))
    expect(cut).toEqual([])
    expect(searched).toBeGreaterThan(8)
  })

  it('tries others, and compares them with the stored ones', async () => {
    const byWords = await found({ mode: 'keywords' })
    expect(byWords.hits.every(({ vector_rank, cosine }) => vector_rank === null && cosine === 0)).toBe(true)
    const { hits, cut } = await found({ top_k: 2, score_threshold: 0.7 })
    expect(hits).toHaveLength(2)
    expect(cut.map(({ by }) => by)).toContain('base_threshold')
    for (const { by, score } of cut) expect(score < 0.7).toBe(by === 'base_threshold')
    expect([...hits, ...cut].every(({ stored_place }) => stored_place !== null)).toBe(true)
  })

  it('leaves what is stored alone until the settings are applied', async () => {
    const read = async () =>
      KnowledgeBase.parse((await ann.call('GET', `/api/v1/knowledge-bases/${id}`)).body).settings
    const before = await read()
    await found({ top_k: 1 })
    expect(await read()).toEqual(before)
    const settings = { ...before, top_k: 1 }
    const { status, body } = await ann.call('PATCH', `/api/v1/knowledge-bases/${id}`, { settings })
    expect([status, body.settings]).toEqual([200, settings])
    expect((await found()).hits).toHaveLength(1)
    const all = await found({ top_k: null })
    expect(all.hits.slice(0, 2).map(({ stored_place }) => stored_place)).toEqual([1, null])
  })

  it.each([
    [{ query: ' ' }, 'query'],
    [{ query: 'x', settings: { mode: 'guess', top_k: null, score_threshold: 0 } }, 'settings.mode'],
    [{ query: 'x', settings: { mode: 'hybrid', top_k: 0, score_threshold: 0 } }, 'settings.top_k'],
    [{ query: 'x', settings: { mode: 'hybrid', top_k: 5, score_threshold: 2 } }, 'settings.score_threshold'],
  ])('refuses %o', async (body, field) => {
    expect(await search(body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })
})
