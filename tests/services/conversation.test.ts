import { describe, expect, it, onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createIdempotentWrites } from '../../src/services/cache/idempotent-writes.ts'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import { placeInChat, provideConversation } from '../../src/services/conversations/conversation.provide.ts'
import { createUnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { conversation, message } from '../machines/samples.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

const BEGUN = { integrationId: 'i1', config: 'published', conversationId: null } as const

const GONE = Object.assign(new Error('gone'), { status: 404, code: 'not_found' })

/** A conversation of Chat, by default a new one, and what the tab keeps of it before and after it has its id. */
async function begun({
  conversationId = null,
  typed = '',
}: {
  conversationId?: string | null
  typed?: string
} = {}) {
  const storage = createStorage(() => {
    throw new Error('blocked')
  })
  const unsent = createUnsentQuestions(storage, () => 'ada')
  unsent.keep(placeInChat({ ...BEGUN, conversationId }), typed)
  let [respond, reject] = [(_: unknown) => {}, (_: Error) => {}]
  const call = ({ address }: { address: string }) =>
    address.startsWith('GET ')
      ? conversationId === null
        ? Promise.resolve({ items: [] })
        : Promise.reject(GONE)
      : new Promise((resolve, fail) => {
          respond = resolve
          reject = fail
        })
  const actor = createActor(
    provideConversation({
      http: { call } as unknown as Http,
      withIdempotencyKey: createIdempotentWrites(),
      cache: { invalidateQueries: async () => {} } as unknown as QueryCache,
      unsent,
      placeOf: placeInChat,
    }),
    { input: { ...BEGUN, conversationId } },
  ).start()
  onTestFinished(() => void actor.stop())
  await settle()
  return {
    type: (text: string) => actor.send({ type: 'draft.changed', text }),
    submit: () => actor.send({ type: 'question.submitted' }),
    edit: () => actor.send({ type: 'question.edited' }),
    cancel: () => actor.send({ type: 'editing.canceled' }),
    /** The question with this number is accepted, and answered at once. */
    async answer(number: number) {
      const of = (id: string) => message(`${id}${number}`, { status: 'complete' })
      respond({ conversation, question: { ...of('q'), role: 'user' }, answer: of('a') })
      await settle()
      actor.send({ type: 'live.completed', message: of('a') })
    },
    async refuse(error = new Error('offline')) {
      reject(error)
      await settle()
    },
    draft: () => actor.getSnapshot().context.draft,
    kept: () => [
      unsent.of(placeInChat(BEGUN)),
      unsent.of(placeInChat({ ...BEGUN, conversationId: conversation.id })),
    ],
  }
}

it('keeps what is typed while the first question is sent with the conversation that this begins', async () => {
  const { type, submit, answer, kept } = await begun()
  type('How long?')
  submit()
  type('How much?')
  expect(kept()).toEqual(['How long?\nHow much?', ''])
  await answer(1)
  expect(kept()).toEqual(['', 'How much?'])
  submit()
  await answer(2)
  expect(kept()).toEqual(['', ''])
})

it('puts a question that was not accepted back before what was typed next', async () => {
  const { type, submit, refuse, draft, kept } = await begun()
  type('How long?')
  submit()
  type('How much?')
  await refuse()
  expect(draft()).toBe('How long?\nHow much?')
  expect(kept()).toEqual(['How long?\nHow much?', ''])
})

it('keeps what was typed before a question was edited, while it is edited and sent, and once that has ended', async () => {
  const { type, submit, edit, cancel, answer, draft, kept } = await begun()
  type('How long?')
  submit()
  await answer(1)
  type('How much?')
  edit()
  type('')
  expect(kept()).toEqual(['', 'How much?'])
  type('How long, please?')
  expect(kept()).toEqual(['', 'How much?\nHow long, please?'])
  cancel()
  expect(kept()).toEqual(['', 'How much?'])
  edit()
  type('How long, please?')
  submit()
  expect(kept()).toEqual(['', 'How long, please?\nHow much?'])
  type('How often?')
  await answer(2)
  expect(draft()).toBe('How much?\nHow often?')
  expect(kept()).toEqual(['', 'How much?\nHow often?'])
})

describe('a conversation that was deleted elsewhere leaves to a new one', () => {
  it('the next question', async () => {
    const { type, submit, answer, refuse, kept } = await begun()
    type('How long?')
    submit()
    await answer(1)
    type('How much?')
    submit()
    await refuse(GONE)
    expect(kept()).toEqual(['How much?', ''])
  })

  it('what was typed before its last question was edited', async () => {
    const { type, submit, edit, answer, refuse, kept } = await begun()
    type('How long?')
    submit()
    await answer(1)
    type('How much?')
    edit()
    type('How long, please?')
    submit()
    await refuse(GONE)
    expect(kept()).toEqual(['How long, please?\nHow much?', ''])
  })

  it('the question that the tab still keeps for it', async () => {
    const { kept } = await begun({ conversationId: conversation.id, typed: 'How much?' })
    expect(kept()).toEqual(['How much?', ''])
  })
})
