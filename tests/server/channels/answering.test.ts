import { getEventListeners } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { refusal } from '../../../server/kernel/errors.ts'
import { startAnswering } from '../../../server/visitors/channels/answering.ts'
import type { Job } from '../../../server/visitors/channels/channel-messages.repository.ts'
import { VISITOR_TEXTS } from '../../../server/visitors/handover/visitor-texts.ts'

type Parts = Parameters<typeof startAnswering>[0]

const MINUTE = 60_000 // ms

let close = async () => {}
afterEach(() => close())

/** Answers these messages of one organization, with a conversation whose answer began some time ago and never ends. */
const answering = (
  ages: number[],
  {
    conversationId = 'c' as string | null,
    answerId = 'a' as string | null,
    answerAge = 31 * MINUTE,
    claimed = Promise.resolve(),
  } = {},
) => {
  const jobs = ages.map(
    (age, key) =>
      ({
        message: {
          key: `${key}`,
          content: 'How long?',
          place: {},
          answerId,
          conversationId,
          attempts: 1,
          createdAt: new Date(Date.now() - age),
        },
        channel: { integrationId: 'i' },
        visitor: { customer: { name: 'Grace' } },
      }) as Job,
  )
  const closing = new AbortController()
  const send = vi.fn(async (_place: unknown, _reply: unknown) => 'sent')
  const putBack = vi.fn(async (_message: unknown, _pause: unknown) => {})
  const take = vi.fn(async () => {
    await claimed
    return jobs.shift() ?? null
  })
  const findAssistant = vi.fn(async () => ({}))
  const queue = startAnswering({
    messages: {
      waitingOrganizations: async () => (jobs.length > 0 ? ['o'] : []),
      take,
      note: async () => {},
      conversationOf: async () => 'c',
      putBack,
    },
    conversations: {
      settled: async () => {
        throw refusal('answer_unfinished')
      },
    },
    conversationRows: {
      find: async () => ({ conversation: { lastMessageAt: new Date(Date.now() - answerAge) } }),
    },
    integrations: { find: findAssistant },
    visitorHandover: {
      forVisitor: async () => ({ person: 'Ann' }),
      write: async () => {
        throw refusal('not_with_person')
      },
    },
    access: {
      signal: closing.signal,
      open: () => ({}),
      openToSend: () => ({ send }),
      worked: async () => {},
      end: async () => closing.abort(),
    },
    log: { error: () => {} },
  } as unknown as Parts)
  close = queue.close
  return { send, putBack, take, findAssistant, closing }
}

it('a message waits for the answer in progress, and is told that it gets none after half an hour', async () => {
  const { send, putBack } = answering([29 * MINUTE, 31 * MINUTE])
  await expect.poll(() => send.mock.calls.length + putBack.mock.calls.length).toBe(2)
  expect(putBack).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: '0' }), 2_000)
  expect(send.mock.calls[0]?.[1]).toMatchObject({ text: VISITOR_TEXTS.en.elsewhere.unavailable })
})

it('a message to a person who gives the conversation back at this moment is tried again', async () => {
  const { send, putBack } = answering([MINUTE], { answerId: null })
  await expect.poll(() => send.mock.calls.length + putBack.mock.calls.length).toBe(1)
  expect(putBack).toHaveBeenCalledOnce()
})

it.each([
  ['that is known', 'c'],
  ['that it has just begun', null],
])('an old message waits for a new answer in a conversation %s', async (_, conversationId) => {
  const { send, putBack } = answering([120 * MINUTE], { conversationId, answerAge: 29 * MINUTE })
  await expect.poll(() => putBack.mock.calls.length).toBe(1)
  expect(putBack).toHaveBeenCalledExactlyOnceWith(expect.anything(), 2_000)
  expect(send).not.toHaveBeenCalled()
})

it('messages that were worked on leave nothing behind', async () => {
  const { send, closing } = answering(Array.from({ length: 20 }, () => 31 * MINUTE))
  await expect.poll(() => send.mock.calls.length).toBe(20)
  await expect.poll(() => getEventListeners(closing.signal, 'abort').length).toBe(0)
})

it('a message that is claimed while the process ends is put back before anything is asked', async () => {
  let claim = () => {}
  const claimed = new Promise<void>((resolve) => {
    claim = resolve
  })
  const { putBack, take, findAssistant, closing } = answering([MINUTE], { claimed })
  await expect.poll(() => take.mock.calls.length).toBe(1)
  closing.abort()
  claim()
  await expect.poll(() => putBack.mock.calls.length).toBe(1)
  expect(findAssistant).not.toHaveBeenCalled()
})
