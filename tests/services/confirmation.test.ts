import { expect, it, onTestFinished } from 'vitest'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { refreshWithout } from '../../src/services/shared/confirmation.provide.ts'

const LIST = ['org', 'o1', 'assistants', {}]
const PAGES = ['org', 'o1', 'documents', { paged: true }]
const RECORD = ['org', 'o1', 'knowledgeBase', { id: 'a' }]
const OTHERS = ['org', 'o1', 'usage', {}]

it('what is removed leaves every list at once, and nothing else changes', () => {
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  cache.setQueryData(LIST, rows)
  cache.setQueryData(PAGES, {
    pages: [
      { items: rows, total: 3 },
      { items: [{ id: 'd' }], total: 3 },
    ],
  })
  cache.setQueryData(RECORD, { id: 'a', pages: 12 })
  cache.setQueryData(OTHERS, [null, { day: 1 }])
  const remove = refreshWithout(cache)
  remove({ id: 'a', name: 'A' })
  remove({ id: 'k1', name: 'two of them', parts: ['b', 'd'] })
  expect(cache.getQueryData(LIST)).toEqual([{ id: 'c' }])
  expect(cache.getQueryData(PAGES)).toEqual({
    pages: [
      { items: [{ id: 'c' }], total: 3 },
      { items: [], total: 3 },
    ],
  })
  expect(cache.getQueryData(RECORD)).toEqual({ id: 'a', pages: 12 })
  expect(cache.getQueryData(OTHERS)).toEqual([null, { day: 1 }])
  for (const key of [LIST, PAGES, RECORD, OTHERS]) expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
})
