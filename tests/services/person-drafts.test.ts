import { expect, it, onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import type { VisitorHandover } from '../../src/services/contract/handover.ts'
import { createUnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideOwnHandover } from '../../src/services/visitors/own-handover.provide.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { VIEWS } from '../machines/handover.model.ts'
import { conversation } from '../machines/samples.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** One tab, in which the conversations of a member can be opened again and again. */
function tab(view: VisitorHandover = VIEWS.replied) {
  const storage = createStorage(() => {
    throw new Error('blocked')
  })
  const unsent = createUnsentQuestions(storage, () => 'ada')
  let arrive = () => {}
  const call = ({ address }: { address: string }) =>
    address.startsWith('GET ')
      ? Promise.resolve(view)
      : new Promise((resolve) => {
          arrive = () => resolve(view)
        })
  const machine = provideOwnHandover({ http: { call } as unknown as Http, unsent })
  return {
    unsent,
    async arrive() {
      arrive()
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
      children
        .get('loadConversation')
        ?.done({ conversation: { ...conversation, id }, messages: [], may_change: true })
      const actor = createActor(machine, { input: { conversation: shown, organizationId: 'o1' } }).start()
      onTestFinished(() => void actor.stop())
      await settle()
      return {
        type: (text: string) => actor.send({ type: 'draft.changed', text }),
        submit: () => actor.send({ type: 'message.submitted' }),
        draft: () => actor.getSnapshot().context.draft,
        leave: () => void actor.stop(),
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
  const { open, arrive, unsent } = tab()
  const chat = await open('c1')
  chat.type('My parental leave')
  chat.submit()
  chat.type('Also:')
  expect(unsent.of('person c1')).toBe('My parental leave\nAlso:')
  await arrive()
  expect(unsent.of('person c1')).toBe('Also:')
})

it('has the text until a person is there again', async () => {
  const { open, unsent } = tab(VIEWS.resolved)
  unsent.keep('person c1', 'My parental leave')
  expect((await open('c1')).draft()).toBe('My parental leave')
})
