import { expect, it, onTestFinished } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { PagesQuery } from '../../src/machines/shell/resource/pages.types.ts'
import { providePages } from '../../src/services/cache/pages.provide.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'

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
