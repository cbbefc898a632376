import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/query-core'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { createQueryCache, keyOf, keyOfPages } from '../../src/services/cache/query-cache.ts'
import type { Document, DocumentFilter, DocumentPage } from '../../src/services/contract/documents.ts'
import { createDocumentNews } from '../../src/services/knowledge/document-news.ts'
import { provideKnowledgeBase } from '../../src/services/knowledge/knowledge-base.provide.ts'
import { listener, standIn } from '../harness/system.ts'
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
  return { cache, news, answers, answer, shown, say, unsubscribe }
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

const SOURCES = keyOf({ name: 'webSources', of: { organizationId: 'o1', knowledgeBaseId: 'k1' } })
const PASSAGES = keyOfPages({
  name: 'passages',
  of: { organizationId: 'o1', knowledgeBaseId: 'k1', filter: {} },
})
const isOutdated = (cache: QueryClient, key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated

it('passages follow what the documents become, with one read for a burst', async () => {
  const { cache, answer, say } = open()
  await answer(0, 'queued')
  cache.setQueryData(PASSAGES, { pages: [], pageParams: [] })
  const invalidated = vi.spyOn(cache, 'invalidateQueries')
  for (let n = 0; n < 5; n += 1) say('document_failed', 'failed')
  invalidated.mockClear()
  await vi.advanceTimersByTimeAsync(250)
  expect(isOutdated(cache, PASSAGES)).toBe(true)
  expect(invalidated).toHaveBeenCalledTimes(1)
})

it('a long list is read to its end, however often it is outdated, and then once more', async () => {
  const { answer, answers, say } = open()
  await answer(0, 'queued')
  for (let n = 0; n < 5; n++) {
    say('document_added', 'queued')
    await vi.advanceTimersByTimeAsync(250)
  }
  expect(answers).toHaveLength(2)
  await answer(1, 'queued')
  await vi.advanceTimersByTimeAsync(250)
  expect(answers).toHaveLength(3)
})

it('what is cached of a knowledge base is outdated once its changes are not heard of', () => {
  const { cache, news } = open()
  for (const key of [SOURCES, PASSAGES]) cache.setQueryData(key, [])
  news.stop()
  for (const key of [SOURCES, PASSAGES]) expect(isOutdated(cache, key)).toBe(true)
})

it('what is shown of a knowledge base is read again after a lost connection, not at the first', () => {
  const { cache } = open()
  const scope = listener()
  standIn(scope, 'connections', () => {})
  const services = { cache } as unknown as Parameters<typeof provideKnowledgeBase>[0]
  const { live } = provideKnowledgeBase(services).implementations.actors as Record<string, AnyActorLogic>
  const input = { organizationId: 'o1', knowledgeBaseId: 'k1' }
  const actor = createActor(live!, { parent: scope, input } as object).start()
  cache.setQueryData(SOURCES, [])
  actor.send({ type: 'live.opened' })
  expect(isOutdated(cache, SOURCES)).toBe(false)
  actor.send({ type: 'live.lost' })
  actor.send({ type: 'live.opened' })
  expect(isOutdated(cache, SOURCES)).toBe(true)
})

it('the versions of a document are read again when it has become another', async () => {
  const { cache, say } = open()
  const versions = vi.fn(async () => [])
  const queryKey = keyOf({ name: 'documentVersions', of: { organizationId: 'o1', documentId: 'd1' } })
  const unsubscribe = new QueryObserver(cache, { queryKey, queryFn: versions }).subscribe(() => {})
  onTestFinished(unsubscribe)
  await vi.advanceTimersByTimeAsync(0)
  say('document_ready', 'ready')
  await vi.advanceTimersByTimeAsync(0)
  expect(versions).toHaveBeenCalledTimes(2)
})
