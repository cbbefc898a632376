import { environmentManager } from '@tanstack/query-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { ResourceQuery } from '../../src/machines/shell/resource/resource.types.ts'
import { createQueryCache, keyOf } from '../../src/services/cache/query-cache.ts'
import { provideResource } from '../../src/services/cache/resource.provide.ts'
import { HttpError } from '../../src/services/http/errors.ts'

const QUERY: ResourceQuery = { name: 'knowledgeBases', of: { organizationId: 'o1' } }
const refused = (status: number, code: string) =>
  new HttpError({ status, body: { detail: 'No.', code }, text: '', retryAfter: null })
const failure = () => refused(500, 'internal')

/** A resource over the real cache; `answers` are given in turn, an Error is thrown. */
const reading = (...answers: unknown[]) => readingOf(QUERY, ...answers)
function readingOf(query: ResourceQuery, ...answers: unknown[]) {
  const cache = createQueryCache()
  let asked = 0
  const machine = provideResource(cache, async () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (answer instanceof Error) throw answer
    return answer
  })
  const actor = createActor(machine, { input: query }).start()
  return { cache, actor, machine, asked: () => asked }
}

describe('a resource over the query cache', () => {
  it('shows what arrives, also when it is empty', async () => {
    const { actor } = reading(['one'])
    expect(actor.getSnapshot().value).toBe('loading')
    await waitFor(actor, (resource) => resource.matches('ready'))
    const none = reading([])
    await waitFor(none.actor, (resource) => resource.matches('empty'))
  })

  it('[S9.4] asks once for two who want the same, and not again within five minutes', async () => {
    const { actor, machine, asked } = reading(['one'])
    const second = createActor(machine, { input: QUERY }).start()
    await waitFor(actor, (resource) => resource.matches('ready'))
    await waitFor(second, (resource) => resource.matches('ready'))
    const later = createActor(machine, { input: QUERY }).start()
    await waitFor(later, (resource) => resource.matches('ready'))
    expect(asked()).toBe(1)
  })

  it.each([
    [403, 'forbidden'],
    [402, 'plan_limit'],
    [422, 'invalid'],
  ])(
    '[43.1] says why it was refused by %i, and offers no Try Again that would be refused, too',
    async (status, code) => {
      const { actor, cache, asked } = reading(refused(status, code), ['one'])
      const after = await waitFor(actor, (resource) => resource.matches('refused'))
      expect(after.context).toMatchObject({ error: 'No.', data: undefined })
      expect(after.can({ type: 'retry.requested' })).toBe(false)
      expect(asked()).toBe(1)
      await cache.invalidateQueries({ queryKey: keyOf(QUERY) })
      await waitFor(actor, (resource) => resource.matches('ready'))
    },
  )

  it('does not ask again after a failure, says why, and tries once more when told to', async () => {
    const { actor, asked } = reading(failure(), ['one'])
    const failed = await waitFor(actor, (resource) => resource.matches('failed'))
    expect(failed.context.error).toBe('No.')
    expect(asked()).toBe(1)
    actor.send({ type: 'retry.requested' })
    await waitFor(actor, (resource) => resource.matches('ready'))
  })

  it('[session, seen beside 4] one Try Again reads everything that is shown and failed', async () => {
    const { actor, machine } = reading(failure(), failure(), ['one'])
    const other = createActor(machine, { input: { name: 'integrations', of: { organizationId: 'o1' } } })
    other.start()
    await waitFor(actor, (resource) => resource.matches('failed'))
    await waitFor(other, (resource) => resource.matches('failed'))
    actor.send({ type: 'retry.requested' })
    await waitFor(actor, (resource) => resource.matches('ready'))
    await waitFor(other, (resource) => resource.matches('ready'))
  })

  it.each([
    ['refused', 403, 'forbidden'],
    ['not found, because somebody else deleted it', 404, 'not_found'],
  ])('keeps what is shown, and what was typed beside it, when a reload is %s', async (_, status, code) => {
    const { actor, cache } = reading(['one'], refused(status, code))
    await waitFor(actor, (resource) => resource.matches('ready'))
    await cache.invalidateQueries({ queryKey: keyOf(QUERY) })
    const after = await waitFor(actor, (resource) => !resource.matches({ ready: 'resting' }))
    expect(after.value).toEqual({ ready: 'refused' })
    expect(after.can({ type: 'retry.requested' })).toBe(false)
    expect(after.context.data).toEqual(['one'])
  })

  it.each([
    ['what was deleted', 404, 'missing'],
    ['a part that the server no longer offers', 501, 'unoffered'],
  ])('[S2.18] does not show data of an earlier visit of %s', async (_, status, state) => {
    const { actor, cache, machine } = reading(['one'], refused(status, 'not_found'))
    await waitFor(actor, (resource) => resource.matches('ready'))
    actor.stop()
    await cache.invalidateQueries({ queryKey: keyOf(QUERY) })
    const later = createActor(machine, { input: QUERY }).start()
    const after = await waitFor(
      later,
      (resource) => !resource.matches('loading') && !resource.matches({ ready: 'resting' }),
    )
    expect(after.value).toBe(state)
    expect(after.context.data).toBeUndefined()
  })

  it('reads deliveries of a webhook at each visit, and again while they are shown', async () => {
    vi.useFakeTimers()
    // The library reads nothing by itself where there is no window.
    const isServer = environmentManager.isServer()
    environmentManager.setIsServer(() => false)
    onTestFinished(() => {
      vi.useRealTimers()
      environmentManager.setIsServer(() => isServer)
    })
    const query: ResourceQuery = { name: 'webhookDeliveries', of: { organizationId: 'o1', id: 'w1' } }
    const { actor, asked, machine } = readingOf(query, [], ['waiting'], ['succeeded'])
    const shows = () => actor.getSnapshot().context.data
    await vi.advanceTimersByTimeAsync(9_999)
    expect([shows(), asked()]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([shows(), asked()]).toEqual([['waiting'], 2])
    actor.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(2)
    const later = createActor(machine, { input: query }).start()
    await vi.advanceTimersByTimeAsync(0)
    expect(later.getSnapshot().context.data).toEqual(['succeeded'])
    later.stop()
  })

  it('follows what a socket puts into the cache', async () => {
    const { actor, cache } = reading(['one'])
    await waitFor(actor, (resource) => resource.matches('ready'))
    cache.setQueryData(keyOf(QUERY), ['one', 'two'])
    await waitFor(actor, ({ context }) => (context.data as unknown[]).length === 2)
  })
})

it('keys of organization data begin with the organization', () => {
  expect(keyOf({ name: 'documents', of: { organizationId: 'o1', knowledgeBaseId: 'k1' } })).toEqual([
    'org',
    'o1',
    'documents',
    { knowledgeBaseId: 'k1' },
  ])
  expect(keyOf({ name: 'me', of: {} })).toEqual(['me', {}])
})
