import { expect, it, vi } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import type { Reading } from '../../src/machines/visitors/inbox/inbox.types.ts'
import { createIdempotentWrites } from '../../src/services/cache/idempotent-writes.ts'
import type { Inbox } from '../../src/services/contract/handover.ts'
import type { UnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideInbox } from '../../src/services/visitors/handover.provide.ts'
import { item } from '../machines/inbox.model.ts'

const counts = { open: 5, waiting: 0, resolved: 0 }
const PAGES = [
  { items: ['c1', 'c2'].map((id) => item(id)), has_more: true, counts },
  { items: ['c2', 'c3'].map((id) => item(id)), has_more: true, counts },
  { items: ['c4', 'c5'].map((id) => item(id)), has_more: false, counts },
]

it.each([
  ['one page', 0, ['c1', 'c2']],
  ['as many pages as it showed', 3, ['c1', 'c2', 'c3']],
  ['all that there are', 99, ['c1', 'c2', 'c3', 'c4', 'c5']],
])('the inbox reads %s', async (_, wanted, ids) => {
  const left = PAGES.values()
  const call = vi.fn(async (..._asked: unknown[]) => left.next().value)
  const { readList } = provideInbox({
    http: { call } as unknown as Http,
    withIdempotencyKey: createIdempotentWrites(),
    unsent: {} as UnsentQuestions,
    now: () => 0,
  }).implementations.actors as { readList: PromiseActorLogic<Inbox, Reading> }
  const input = {
    organizationId: 'o1',
    status: 'open',
    assignee: 'anyone',
    requester: 'anyone',
    wanted,
  } as const
  const inbox = await toPromise(createActor(readList, { input }).start())
  expect(inbox.items.map(({ conversation_id }) => conversation_id)).toEqual(ids)
  const asked = call.mock.calls.map(([, , options]) => (options as { query: Reading }).query.before)
  expect(asked).toEqual([undefined, 'c2', 'c3'].slice(0, asked.length))
})
