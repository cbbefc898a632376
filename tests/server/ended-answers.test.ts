import { expect, it, vi } from 'vitest'
import { INTERRUPTED, startAnswerRun } from '../../server/conversations/answer-run.ts'
import type { AnswerParts, Assignment } from '../../server/conversations/answer-run.types.ts'
import { createConversations } from '../../server/conversations/conversations.service.ts'
import { bodyOf } from '../../server/kernel/errors.ts'
import { say } from '../../server/kernel/texts/say.ts'

const never = () => new Promise<never>(() => {})

const running = (parts: Partial<AnswerParts>) => {
  const ends: { status: string }[] = []
  const run = startAnswerRun(
    {
      messages: {
        end: async (_: string, __: unknown, end: { status: string }) => void ends.push(end),
        addedUses: () => ({}),
      },
      search: async () => ({ hits: [], searched: 1, answerable: true, languageUnknown: false, words: [] }),
      readinessOf: async () => null,
      neighboursOf: async () => [],
      restrictedAmong: async () => new Set(),
      checkSupport: never,
      hub: { publish: () => {} },
      log: { warn: () => {}, error: () => {} },
      ...parts,
    } as unknown as AnswerParts,
    {
      message: {
        id: 'm',
        writtenBy: 'p',
        readiness: null,
        citations: [],
        attempts: [],
        createdAt: new Date(),
      },
      inquiry: {
        listeners: { channel: 'integration:i' },
        scope: { history: { readFrom: [], documentsRead: [] }, closed: new Set(), nothingReadable: false },
        question: 'How long?',
        history: [],
        configuration: { knowledge_base_ids: [], top_k: 4, answer_policy: 'documents_only', language: 'en' },
        writers: {
          writeQueries: async () => ({ queries: ['How long?'], use: null }),
          answerer: {
            mode: 'model',
            model: 'm',
            async *answer() {
              yield { type: 'token', text: 'Thirty days.' }
            },
          },
        },
      },
      askedAt: Date.now(),
      isResumed: false,
    } as unknown as Assignment,
    () => true,
  )
  return { run, ends }
}

it('has failed if the database refuses its end, instead of blocking its conversation', async () => {
  const end = vi.fn<AnswerParts['messages']['end']>(async () => null)
  end.mockRejectedValueOnce(new Error('invalid input syntax for type integer: "NaN"'))
  const messages = { end, addedUses: () => ({}) } as unknown as AnswerParts['messages']
  const { run } = running({ messages, checkSupport: async () => [] })
  await run.done
  expect(end.mock.calls.map(([, , changes]) => changes)).toEqual([
    expect.objectContaining({ status: 'complete', content: 'Thirty days.' }),
    { status: 'failed', error: bodyOf(say('internal')) },
  ])
})

/** The search, or the check, waits for models that are busy. */
it.each<[string, Partial<AnswerParts>]>([
  ['a search', { search: never }],
  ['a check', { checkSupport: never }],
])('[operate L1] an answer that waits for %s ends at once when the server does', async (_, parts) => {
  const { run, ends } = running(parts)
  await new Promise((resolve) => setTimeout(resolve, 50))
  run.abort(INTERRUPTED)
  await run.done
  expect(ends).toMatchObject([{ status: 'failed', error: INTERRUPTED }])
})

/** The answer of a process that has stopped writing it, at each look of a request that waits for it. */
const settledWith = (isClosing: boolean, ...looks: string[]) =>
  createConversations({
    answers: { settled: async () => {}, isClosing: () => isClosing },
    messages: { find: async () => ({ message: { status: looks.shift() } }) },
  } as unknown as Parameters<typeof createConversations>[0]).settled({ answer: { id: 'm' } })

it('is waited for while another process writes it', async () => {
  expect(await settledWith(false, 'streaming', 'streaming', 'complete')).toEqual({ status: 'complete' })
})

it('is refused at once, half written, by a process that closes', async () => {
  await expect(settledWith(true, 'streaming', 'complete')).rejects.toMatchObject({
    status: 503,
    body: { code: 'answer_unfinished' },
  })
  expect(await settledWith(true, 'stopped')).toEqual({ status: 'stopped' })
})
