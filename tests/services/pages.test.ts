import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { PagesQuery } from '../../src/machines/shell/resource/pages.types.ts'
import { createPageFetcher, providePages } from '../../src/services/cache/pages.provide.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import type { Http } from '../../src/services/http/client.ts'

const QUERY: PagesQuery = {
  name: 'documents',
  of: { organizationId: 'o1', knowledgeBaseId: 'k1', filter: {} },
}

type Page = { items: readonly { id: string }[]; total: number; has_more: boolean }
const page = (total: number, ...ids: string[]): Page => ({
  items: ids.map((id) => ({ id })),
  total,
  has_more: ids.length < total,
})

/** A list over the real cache; each read is answered when the test says so. */
function open() {
  const cache = createQueryCache()
  const reads: { count: number; answer: (page: Page | Error) => void }[] = []
  const machine = providePages(
    cache,
    (_, cursor, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        reads.push({
          count: cursor?.count ?? 0,
          answer: (given) => (given instanceof Error ? reject(given) : resolve(given)),
        })
      }),
  )
  const actor = createActor(machine, { input: QUERY }).start()
  onTestFinished(() => {
    actor.stop()
    cache.clear()
  })
  const shown = () => (actor.getSnapshot().context.data as Page['items']).map(({ id }) => id)
  const next = async (number: number) => {
    while (!reads[number]) await new Promise((resolve) => setImmediate(resolve))
    return reads[number]
  }
  return { cache, actor, reads, shown, next }
}

it('the end of a list that is being read again waits for it', async () => {
  const { cache, actor, reads, shown, next } = open()
  ;(await next(0)).answer(page(3, 'a', 'b'))
  await waitFor(actor, (list) => list.matches('ready'))
  void cache.invalidateQueries()
  const reread = await next(1)
  actor.send({ type: 'end.reached' })
  reread.answer(page(1, 'c'))
  await waitFor(actor, (list) => list.matches({ ready: 'resting' }))
  expect(shown()).toEqual(['c'])
  expect(reads.map(({ count }) => count)).toEqual([0, 0])
})

it('a list that could not be read again is read from its start before its next page', async () => {
  const { cache, actor, reads, shown, next } = open()
  ;(await next(0)).answer(page(3, 'a', 'b'))
  await waitFor(actor, (list) => list.matches('ready'))
  void cache.invalidateQueries()
  ;(await next(1)).answer(new Error('offline'))
  await waitFor(actor, (list) => list.matches({ ready: 'broken' }))
  actor.send({ type: 'retry.requested' })
  ;(await next(2)).answer(page(3, 'c', 'd'))
  await waitFor(actor, (list) => list.matches({ ready: 'resting' }))
  actor.send({ type: 'end.reached' })
  ;(await next(3)).answer(page(3, 'e'))
  await waitFor(actor, (list) => list.matches({ ready: 'resting' }))
  expect(shown()).toEqual(['c', 'd', 'e'])
  expect(reads.map(({ count }) => count)).toEqual([0, 0, 0, 2])
})

it('a next page that could not be read is read again alone', async () => {
  const { actor, reads, next } = open()
  ;(await next(0)).answer(page(3, 'a', 'b'))
  await waitFor(actor, (list) => list.matches('ready'))
  actor.send({ type: 'end.reached' })
  ;(await next(1)).answer(new Error('offline'))
  await waitFor(actor, (list) => list.matches({ ready: 'broken' }))
  actor.send({ type: 'retry.requested' })
  await next(2)
  expect(reads.map(({ count }) => count)).toEqual([0, 2, 2])
})

it('a list of conversations is read on from where its last row was', async () => {
  const call = vi.fn(async (..._asked: unknown[]) => ({ items: [], total: 0, has_more: false }))
  const fetchPage = createPageFetcher({
    http: { call } as unknown as Http,
    timeZone: () => 'UTC',
    audit: () => Promise.reject(new Error('not asked for')),
  })
  const query: PagesQuery = {
    name: 'conversations',
    of: { organizationId: 'o1', integrationId: null, filter: {}, mine: false },
  }
  const last = { id: 'c9', last_message_at: '2026-01-31T12:00:00.000Z' }
  await fetchPage(query, { count: 50, last }, new AbortController().signal)
  expect(call.mock.calls.map(([, , options]) => options)).toMatchObject([
    { query: { before: 'c9', before_at: last.last_message_at } },
  ])
})
