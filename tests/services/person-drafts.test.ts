import { expect, it, onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import type { VisitorHandover } from '../../src/services/contract/handover.ts'
import { createUnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { provideOwnHandover } from '../../src/services/visitors/own-handover.provide.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { VIEWS } from '../machines/handover.model.ts'
import { conversation } from '../machines/samples.ts'

const ANSWERED = {
  status: 409,
  body: { detail: 'It was answered.', code: 'answered' },
  text: '',
  retryAfter: null,
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** One tab, in which the conversations of a member can be opened again and again. */
function tab(view: VisitorHandover = VIEWS.replied) {
  const storage = createStorage(() => {
    throw new Error('blocked')
  })
  const unsent = createUnsentQuestions(storage, () => 'ada')
  const sent: { arrive: () => void; refuse: () => void; fail: () => void; key: string }[] = []
  const call = ({ address }: { address: string }, _: unknown, options: { idempotencyKey: string }) =>
    address.startsWith('GET ')
      ? Promise.resolve(view)
      : new Promise((resolve, reject) => {
          sent.push({
            arrive: () => resolve(view),
            refuse: () => reject(new HttpError(ANSWERED)),
            fail: () => reject(new Error('offline')),
            key: options.idempotencyKey,
          })
        })
  const load = () => provideOwnHandover({ http: { call } as unknown as Http, unsent })
  let machine = load()
  const views = createActor(viewsLogic).start()
  onTestFinished(() => void views.stop())
  return {
    unsent,
    sent,
    reload() {
      machine = load()
    },
    storedTexts: () => [unsent.of('person c1'), unsent.of('to person c1')],
    /** The message that is sent longest arrives, or does not. */
    async end(how: 'arrive' | 'refuse' | 'fail') {
      sent.shift()?.[how]()
      await settle()
    },
    async open(id: string) {
      const children = new Map<string, FakeChild>()
      const shown = createActor(
        conversationMachine.provide({
          actors: fakeActors(conversationMachine, children),
          actions: fakeEffects(conversationMachine, []),
        }),
        { input: { integrationId: 'i1', config: 'published', conversationId: id } },
      ).start()
      const show = async (shownId: string) => {
        shown.send({ type: 'conversation.opened', id: shownId })
        children
          .get('loadConversation')
          ?.done({ conversation: { ...conversation, id: shownId }, messages: [], may_change: true })
        await settle()
      }
      await show(id)
      const actor = createActor(machine, {
        input: { conversation: shown, organizationId: 'o1' },
        parent: views,
      }).start()
      await settle()
      return {
        show,
        type: (text: string) => actor.send({ type: 'draft.changed', text }),
        submit: () => actor.send({ type: 'message.submitted' }),
        draft: () => actor.getSnapshot().context.draft,
        question: () => shown.getSnapshot().context.draft,
        leave: () => views.send({ type: 'view.left', actor }),
      }
    },
  }
}

it('keeps what is typed to a person, by conversation, when the conversation is left', async () => {
  const { open } = tab()
  const first = await open('c1')
  first.type('My parental leave')
  first.leave()
  const second = await open('c2')
  expect(second.draft()).toBe('')
  second.type('My holidays')
  second.leave()
  expect((await open('c1')).draft()).toBe('My parental leave')
})

it('keeps a message that is sent, with what is typed after it, until it has arrived', async () => {
  const { open, end, storedTexts } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  chat.type('Also:')
  expect(storedTexts()).toEqual(['Also:', '["My parental leave"]'])
  await end('arrive')
  expect(storedTexts()).toEqual(['Also:', ''])
})

it('has a message again after a reload if its fate is unknown', async () => {
  const { open, storedTexts, reload } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  chat.type('Also:')
  reload()
  expect((await open('c1')).draft()).toBe('My parental leave\nAlso:')
  expect(storedTexts()).toEqual(['My parental leave\nAlso:', ''])
})

it.each([
  ['arrives', 'arrive', 'Also:'],
  ['is not sent', 'fail', 'My parental leave\nAlso:'],
] as const)(
  'has a message that a view sent before it was left in the next view only where it %s',
  async (_, how, kept) => {
    const { open, end, storedTexts } = tab()
    const left = await open('c1')
    left.type('My parental leave')
    left.submit()
    left.leave()
    const next = await open('c1')
    expect(next.draft()).toBe('')
    next.type('Also:')
    await end(how)
    expect(next.draft()).toBe(kept)
    expect(storedTexts()).toEqual([kept, ''])
  },
)

it('puts a message that was not sent back once where its view shows its conversation again', async () => {
  const { open, end, storedTexts } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  await chat.show('c2')
  await chat.show('c1')
  expect(chat.draft()).toBe('')
  await end('fail')
  expect(chat.draft()).toBe('My parental leave')
  expect(storedTexts()).toEqual(['My parental leave', ''])
})

it('repeats a message whose response was lost under its key: it arrives once', async () => {
  const { open, end, sent } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  const { key } = sent[0]!
  await end('fail')
  chat.submit()
  expect(key).toEqual(expect.any(String))
  expect(sent[0]?.key).toBe(key)
})

it.each([
  ['its response was lost', 'fail'],
  ['it was still being sent', null],
] as const)('repeats a message under its key after a reload if %s', async (_, how) => {
  const { open, end, reload, sent } = tab()
  const left = await open('c1')
  left.type('My parental leave')
  left.submit()
  const { key } = sent[0]!
  if (how) await end(how)
  reload()
  const next = await open('c1')
  expect(next.draft()).toBe('My parental leave')
  next.submit()
  expect(sent.at(-1)).toMatchObject({ key })
  expect(sent).toHaveLength(how ? 1 : 2)
})

it('sends the same words as a new message if they were taken out in between', async () => {
  const { open, end, sent } = tab()
  const chat = await open('c1')
  chat.type('Yes')
  chat.submit()
  const { key } = sent[0]!
  await end('fail')
  chat.type('')
  chat.type('Yes')
  chat.submit()
  expect(sent[0]?.key).not.toBe(key)
})

it('has sent a message whose long answer is not given again', async () => {
  const { open, end, storedTexts } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  await end('refuse')
  expect(chat.draft()).toBe('')
  expect(storedTexts()).toEqual(['', ''])
})

it('has the text as a question if the person has gone', async () => {
  const { open, unsent, storedTexts } = tab(VIEWS.resolved)
  unsent.keep('person c1', 'My parental leave')
  const chat = await open('c1')
  expect([chat.question(), chat.draft()]).toEqual(['My parental leave', ''])
  expect(storedTexts()).toEqual(['', ''])
})
