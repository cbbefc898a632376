import { InfiniteQueryObserver } from '@tanstack/query-core'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { keyOf, keyOfPages } from '../../src/services/cache/query-keys.ts'
import type { Document, DocumentFilter, DocumentPage } from '../../src/services/contract/documents.ts'
import { createDocumentNews } from '../../src/services/knowledge/document-news.ts'
import { document } from '../machines/samples.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** A list that is shown; each reading is answered when the test says so. */
function open(filter: DocumentFilter = {}) {
  const cache = createQueryCache()
  const answers: ((status: Document['status']) => void)[] = []
  const page = (status: Document['status']): DocumentPage => ({
    items: [{ ...document('d1'), status }],
    total: 1,
    has_more: false,
  })
  const observer = new InfiniteQueryObserver(cache, {
    queryKey: keyOfPages({
      name: 'documents',
      of: { organizationId: 'o1', knowledgeBaseId: 'k1', filter },
    }),
    queryFn: () => new Promise<DocumentPage>((resolve) => answers.push((status) => resolve(page(status)))),
    initialPageParam: null,
    getNextPageParam: () => null,
  })
  const news = createDocumentNews(cache, 'o1', 'k1')
  const unsubscribe = observer.subscribe(() => {})
  onTestFinished(() => {
    unsubscribe()
    news.stop()
    cache.clear()
  })
  const answer = async (reading: number, status: Document['status']) => {
    answers[reading]?.(status)
    await vi.advanceTimersByTimeAsync(0)
  }
  const shown = () => observer.getCurrentResult().data?.pages[0]?.items[0]?.status
  const say = (type: 'document_ready' | 'document_added' | 'document_failed', status: Document['status']) =>
    news.take({ type, data: { ...document('d1'), status } })
  return { cache, answers, answer, shown, say, unsubscribe }
}

it('[S7.32] what a document became is shown, also when it became so while the list was being read', async () => {
  const { answer, answers, shown, say } = open()
  await answer(0, 'queued')
  say('document_added', 'queued')
  await vi.advanceTimersByTimeAsync(250)
  say('document_ready', 'ready')
  // The server had answered before the document was ready.
  await answer(1, 'embedding')
  await vi.advanceTimersByTimeAsync(250)
  expect(answers).toHaveLength(3)
  await answer(2, 'ready')
  expect(shown()).toBe('ready')
})

it('many events at once cause one read of the list', async () => {
  const { answer, answers, say } = open()
  await answer(0, 'queued')
  for (let n = 0; n < 50; n++) say('document_added', 'queued')
  await vi.advanceTimersByTimeAsync(250)
  expect(answers).toHaveLength(2)
})

it('a filtered list is read again when a document may belong to it now', async () => {
  const { answer, answers, say } = open({ status: 'failed' })
  await answer(0, 'failed')
  for (let n = 0; n < 5; n++) say('document_failed', 'failed')
  await vi.advanceTimersByTimeAsync(250)
  expect(answers).toHaveLength(2)
})

it('what a document became leaves a list outdated that is not shown', async () => {
  const { cache, answer, say, unsubscribe } = open()
  await answer(0, 'queued')
  unsubscribe()
  await cache.invalidateQueries()
  say('document_ready', 'ready')
  expect(cache.getQueryCache().getAll()[0]?.state).toMatchObject({ isInvalidated: true })
})

it('what a document became is also known where all documents are offered', async () => {
  const { cache, say } = open()
  const offered = keyOf({ name: 'documents', of: { organizationId: 'o1', knowledgeBaseId: 'k1' } })
  cache.setQueryData(offered, [{ ...document('d1'), status: 'queued' }])
  say('document_ready', 'ready')
  expect(cache.getQueryData(offered)).toMatchObject([{ status: 'ready' }])
})
