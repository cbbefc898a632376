import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { LiveEvent } from '../../src/machines/connection/connections/connections.types.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type { FormOpened } from '../../src/machines/visitors/handover.types.ts'
import type { VisitorHandover } from '../../src/services/contract/handover.ts'
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
  let respond = (_: VisitorHandover) => {}
  const following = createActor(
    fromCallback<LiveEvent<News> | FormOpened>(({ sendBack: _, ...actor }) =>
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
  return {
    shown,
    children,
    told,
    following,
    respond: (view: VisitorHandover = VIEWS.replied) => respond(view),
  }
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

describe('when a reply can be expected', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** The form can be opened; the office opens `after` now by this browser's clock. */
  const offered = async (after: number | null) => {
    const { children, respond, ...rest } = followed()
    const answer = async (next: number | null) => {
      const opens_at = next === null ? null : new Date(Date.now() + next).toISOString()
      respond({ ...VIEWS.offered, expected: { hours: 2, opens_at } })
      await vi.advanceTimersByTimeAsync(0)
      expect(rest.told.splice(0)).toEqual(['reads a', 'handover.read a'])
    }
    children.get('loadConversation')?.done(detail('a'))
    await answer(after)
    return { ...rest, answer }
  }

  it('is read again once the form is opened', async () => {
    const { following, told, answer } = await offered(null)
    await vi.advanceTimersByTimeAsync(24 * HOUR)
    expect(told).toEqual([])
    following.send({ type: 'form.opened' })
    await answer(10 * HOUR)
  })

  it('is read again once the office opens', async () => {
    const { told, answer } = await offered(8 * HOUR)
    await vi.advanceTimersByTimeAsync(8 * HOUR - 1)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await answer(null)
    await vi.advanceTimersByTimeAsync(24 * HOUR)
    expect(told).toEqual([])
  })

  it('is read once a minute or once a day if this clock is wrong', async () => {
    const { told, answer } = await offered(-HOUR)
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await answer(365 * 24 * HOUR)
    await vi.advanceTimersByTimeAsync(24 * HOUR - 1)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['reads a'])
  })

  it('is not read for a conversation that was left, or after the view has gone', async () => {
    const left = await offered(HOUR)
    left.shown.send({ type: 'conversation.opened', id: 'b' })
    const gone = await offered(HOUR)
    gone.following.stop()
    await vi.advanceTimersByTimeAsync(24 * HOUR)
    expect([left.told, gone.told]).toEqual([['conversation.left'], []])
  })
})
