import { afterEach, expect, it, vi } from 'vitest'
import type { AnswerFailure } from '../../server/assistants/answering/answerer.ts'
import { documentsAwaited } from '../../server/conversations/documents-awaited.ts'

afterEach(() => vi.useRealTimers())

it('[issue 36.7] an answer does not wait for ever: it fails, and says what was still being read', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let looks = 0
  const noted: unknown[] = []
  const waiting = documentsAwaited(
    { ready: 0, total: 3 },
    {
      look: async () => {
        looks += 1
        if (looks === 2) vi.setSystemTime(Date.now() + 16 * 60_000)
        return { ready: 1, total: 3 }
      },
      note: async (readiness) => void noted.push(readiness),
      signal: new AbortController().signal,
    },
  )
  const failure = await waiting.catch((error: unknown) => error)
  expect((failure as AnswerFailure).reason).toMatchObject({
    code: 'documents_unread',
    detail: '2 documents were still being read after 15 minutes. Ask again later.',
  })
  expect(noted).toEqual([{ ready: 1, total: 3 }])
})
