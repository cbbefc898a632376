import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { LiveEvent } from '../../src/machines/connection/connections/connections.types.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import { followHandover, type News } from '../../src/services/visitors/follow-handover.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { VIEWS } from '../machines/handover.model.ts'
import { conversation, message } from '../machines/samples.ts'

const detail = (id: string, status: 'complete' | 'streaming' = 'complete') => ({
  conversation: { ...conversation, id },
  messages: [
    message(`question of ${id}`, { role: 'user', status: 'complete' }),
    message(`answer of ${id}`, { status }),
  ],
  may_change: true,
})

/** A followed conversation, and what is told of its hand-over; `respond` answers the last reading. */
function followed() {
  const children = new Map<string, FakeChild>()
  const shown = createActor(
    conversationMachine.provide({
      actors: fakeActors(conversationMachine, children),
      actions: fakeEffects(conversationMachine, []),
    }),
    { input: { integrationId: 'i1', config: 'published', conversationId: null } },
  ).start()
  const told: string[] = []
  let respond = (_: typeof VIEWS.replied) => {}
  createActor(
    fromCallback<LiveEvent<News>>(({ sendBack: _, ...actor }) =>
      followHandover(
        {
          ...actor,
          sendBack: (event) =>
            told.push('conversationId' in event ? `${event.type} ${event.conversationId}` : event.type),
        },
        {
          line: { name: 'integration:i1', path: '/api/ws/share/i1' },
          watch: (look) => {
            look(shown)
            return () => {}
          },
          read: (id) => {
            told.push(`reads ${id}`)
            return new Promise((resolve) => {
              respond = resolve
            })
          },
        },
      ),
    ),
  ).start()
  return { shown, children, told, respond: () => respond(VIEWS.replied) }
}

it('leaves the person of a conversation as soon as another one is opened, not once that is read', async () => {
  const { shown, children, told, respond } = followed()
  children.get('loadConversation')?.done(detail('a'))
  respond()
  await expect.poll(() => told).toEqual(['reads a', 'handover.read a'])
  shown.send({ type: 'conversation.opened', id: 'b' })
  expect(told.splice(0)).toEqual(['reads a', 'handover.read a', 'conversation.left'])
  children.get('loadConversation')?.done(detail('b', 'streaming'))
  expect(told).toEqual([])
  shown.send({ type: 'live.completed', message: message('answer of b', { status: 'complete' }) })
  expect(told).toEqual(['reads b'])
})

it('drops what is read of a conversation that was left', async () => {
  const { shown, children, told, respond } = followed()
  children.get('loadConversation')?.done(detail('a'))
  shown.send({ type: 'conversation.opened', id: 'b' })
  respond()
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual(['reads a', 'conversation.left'])
})

it('reads a new conversation after its first answer, and its former one when that is opened again', () => {
  const { shown, children, told } = followed()
  children.get('loadConversation')?.done(null)
  shown.send({ type: 'draft.changed', text: 'May I return boots?' })
  shown.send({ type: 'question.submitted' })
  const { conversation, messages } = detail('new', 'streaming')
  children.get('ask')?.done({ conversation, question: messages[0], answer: messages[1] })
  shown.send({ type: 'live.completed', message: message('answer of new', { status: 'complete' }) })
  expect(told).toEqual(['reads new'])
  shown.send({ type: 'conversation.restarted' })
  expect(told.splice(0)).toEqual(['reads new', 'conversation.left'])
  shown.send({ type: 'conversation.opened', id: 'new' })
  children.get('loadConversation')?.done(detail('new'))
  expect(told).toEqual(['reads new'])
})

it('says that a question that was refused is back in the composer', () => {
  const { shown, children, told } = followed()
  children.get('loadConversation')?.done(detail('a'))
  shown.send({ type: 'draft.changed', text: 'And abroad?' })
  shown.send({ type: 'question.submitted' })
  expect(told).toEqual(['reads a'])
  children.get('ask')?.fail(Object.assign(new Error(), { status: 409 }))
  expect(told).toEqual(['reads a', 'question.returned'])
})
