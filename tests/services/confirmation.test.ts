import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { provideWebhooks } from '../../src/services/developers/webhooks.provide.ts'
import type { Http } from '../../src/services/http/client.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { provideTeam } from '../../src/services/organizations/team.provide.ts'
import { refreshWithout } from '../../src/services/shared/confirmation.provide.ts'
import { standIn } from '../harness/system.ts'

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

it.each([
  ['removeMember', 'not_found', 'member', true],
  // The caller is no longer a member.
  ['removeMember', 'not_found', 'organization', false],
  // A server without codes may lack the call.
  ['removeMember', undefined, undefined, false],
  ['revokeInvitation', 'not_found', 'invitation', true],
  ['resendInvitation', 'not_found', 'invitation', false],
  ['transferOwnership', 'not_found', 'member', false],
  ['sendAgain', 'not_found', 'delivery', true],
  ['sendAgain', 'not_found', 'organization', false],
] as const)(
  'what is gone already counts as removed, and as nothing else: %s, %s %s',
  async (name, code, what, isDone) => {
    const body = { detail: 'Not found.', code, ...(what && { values: { what } }) }
    const http = {
      call: () => Promise.reject(new HttpError({ status: 404, body, retryAfter: null } as never)),
    }
    const cache = createQueryCache()
    const read = vi.spyOn(cache, 'invalidateQueries')
    const parts = { http: http as unknown as Http, cache }
    const dialog = createActor({ ...provideTeam(parts), ...provideWebhooks(parts) }[name]).start()
    standIn(dialog, 'toasts', () => {})
    dialog.send({ type: 'confirmation.asked', subject: { id: 'u1', name: 'Ada', organizationId: 'o1' } })
    dialog.send({ type: 'confirmation.given' })
    await expect.poll(() => dialog.getSnapshot().hasTag('busy')).toBe(false)
    expect(dialog.getSnapshot().value).toBe(isDone ? 'closed' : 'asking')
    expect(read).toHaveBeenCalledTimes(isDone ? 1 : 0)
  },
)
