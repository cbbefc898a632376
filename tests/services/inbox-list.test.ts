import { expect, it, vi } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import { draftReplyMachine } from '../../src/machines/visitors/draft-reply.machine.ts'
import type { Reading } from '../../src/machines/visitors/inbox/inbox.types.ts'
import type { Inbox } from '../../src/services/contract/handover.ts'
import type { UnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideInbox } from '../../src/services/visitors/handover.provide.ts'

it.each([
  [0, 50],
  [120, 120],
  [9_999, 500],
])('the inbox that shows %i requests reads %i at once', async (wanted, limit) => {
  const call = vi.fn(async (..._asked: unknown[]) => ({ items: [], has_more: false }))
  const { readList } = provideInbox({
    http: { call } as unknown as Http,
    draftReply: draftReplyMachine,
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
  await toPromise(createActor(readList, { input }).start())
  expect(call.mock.calls.map(([, , options]) => options)).toMatchObject([{ query: { limit } }])
})
