import { afterEach, describe, expect, it, vi } from 'vitest'
import { TextsRefused } from '../../../server/knowledge/retrieval/embedder.ts'
import { GapList } from '../../../src/services/contract/analytics.ts'
import { sharedEmbedder } from '../../harness/embedder.ts'
import { demoFile } from '../../harness/files.ts'
import { until } from '../../harness/knowledge.ts'
import { serveOrganization } from '../../harness/serve.ts'

const QUESTION = 'How do I get rid of salt stains?'

describe('[knowledge H7] an embedding model that does not answer', async () => {
  const { server, ann, organizationId } = await serveOrganization()
  const id = await ann.filled(organizationId, [await demoFile('leather-care.md')])
  afterEach(() => vi.restoreAllMocks())

  it('is asked again at once after a question that it refused', async () => {
    const refusing = vi
      .spyOn(sharedEmbedder, 'embed')
      .mockRejectedValueOnce(new TextsRefused(new Error('413')))
    await server.retrieval.search('boots '.repeat(300), [id], { closed: new Set() })
    const found = await server.retrieval.search(QUESTION, [id], { closed: new Set() })
    expect(refusing).toHaveBeenCalledTimes(2)
    expect(found.hits[0]?.cosine).toBeGreaterThan(0)
  })

  it('costs meaning, and not the answer, and is not asked again with each question', async () => {
    const before = await server.retrieval.search(QUESTION, [id], { closed: new Set() })
    const away = vi.spyOn(sharedEmbedder, 'embed').mockRejectedValue(new Error('503'))
    const found = await server.retrieval.search(QUESTION, [id], { closed: new Set() })
    expect(found.hits[0]?.passageId).toBe(before.hits[0]?.passageId)
    expect(found.hits.every(({ cosine }) => cosine === null)).toBe(true)
    expect(found.answerable).toBe(true)
    await server.retrieval.search('salt', [id], { closed: new Set() })
    expect(away).toHaveBeenCalledTimes(1)
    expect(server.logs.join('')).toContain('searched by words alone')
  })
  it.each([
    ['fails', () => Promise.reject(new Error('503'))],
    ['is silent', () => new Promise<never>(() => {})],
  ])('keeps what was not answered, each question for itself, if it %s', async (what, embed) => {
    vi.spyOn(sharedEmbedder, 'embed').mockImplementation(embed)
    const { id: integrationId } = await ann.integration(organizationId, [id])
    const question = `Who won the chess championship while it ${what}?`
    for (const _ of [1, 2]) await ann.ask(integrationId, question)
    const gaps = await until(
      async () =>
        GapList.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/gaps`)).body).filter(
          (gap) => gap.question === question,
        ),
      (found) => found.flatMap(({ answer_ids }) => answer_ids).length === 2,
    )
    expect(gaps).toHaveLength(2)
  })
})
