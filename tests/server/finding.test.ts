import { expect, it } from 'vitest'
import { createFinding, type FindingParts, type Inquiry } from '../../server/conversations/finding.ts'

it('[41.1] leaves out documents that were restricted after the scope was taken', async () => {
  const hits = ['open', 'known', 'new'].map((documentId) => ({ documentId, score: 1 }))
  const find = createFinding(
    {
      search: async () => ({ hits, searched: 3 }),
      readinessOf: async () => null,
      restrictedAmong: async () => new Set(['known', 'new']),
    } as unknown as FindingParts,
    {
      configuration: { knowledge_base_ids: ['base'], top_k: 8, score_threshold: 0 },
      scope: { closed: new Set(), documentsRead: ['known'], nothingReadable: false },
      writers: {
        answerer: { mode: 'quoted' },
        writeQueries: async () => ({ queries: ['a question'], use: null }),
      },
    } as unknown as Inquiry,
    { signal: new AbortController().signal, onUse: () => {}, onReadiness: () => {} },
  )
  expect((await find()).hits.map(({ documentId }) => documentId)).toEqual(['open', 'known'])
})
