import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { shareMachine } from '../../src/machines/visitors/share.machine.ts'
import { visitorConversationsMachine } from '../../src/machines/visitors/visitor-conversations.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { conversation } from './samples.ts'
import { shareModel, visitorConversationsModel } from './visitors.model.ts'

/** [S2.8] */
describeModel({
  name: 'share',
  machine: shareMachine,
  model: shareModel,
  rig: (world) => {
    const hasConversation = () => world.children.has('conversation')
    const asking = () => world.snapshot().hasTag('asking')
    return {
      oracles: {
        'share.loading': () => expect(hasConversation()).toBe(false),
        'share.notFound': () => expect(hasConversation()).toBe(false),
        'share.shown': () => expect(hasConversation()).toBe(true),
        'share.shown.ready': () => expect(asking()).toBe(true),
        'share.shown.limited': () =>
          expect([asking(), world.snapshot().hasTag('counting')]).toEqual([false, true]),
        'share.shown.paused': () => expect(asking()).toBe(false),
        'share.shown.expired': () => expect(asking()).toBe(false),
        'share.shown.overBudget': () => expect(asking()).toBe(false),
        'share.shown.offline': () => expect(asking()).toBe(false),
      },
    }
  },
})

describeModel({
  name: 'visitorConversations',
  machine: visitorConversationsMachine,
  model: visitorConversationsModel,
  rig: (world) => ({
    oracles: {
      'visitorConversations.closed': () => expect([...world.children.keys()]).toEqual([]),
      'visitorConversations.open.removing': () =>
        expect(world.children.get('removeConversation')?.input).toEqual({ id: conversation.id }),
      // What was asked about is not asked when the list is opened again.
      'visitorConversations.open.loading': () => expect(world.snapshot().context.selectedId).toBeNull(),
      'visitorConversations.open.listed': () => expect(world.snapshot().context.selectedId).toBeNull(),
    },
  }),
})

describe('the earlier conversations of a visitor', () => {
  const listed = () => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(
      visitorConversationsMachine.provide({ actors: fakeActors(visitorConversationsMachine, children) }),
    ).start()
    actor.send({ type: 'list.opened' })
    children.get('loadConversations')?.done([conversation, { ...conversation, id: 'c2' }])
    actor.send({ type: 'removal.asked', id: conversation.id })
    return { actor, children }
  }

  it('cannot be closed while one is deleted, because closing would abort the request', () => {
    const { actor, children } = listed()
    actor.send({ type: 'removal.given' })
    actor.send({ type: 'list.closed' })
    expect(children.has('removeConversation')).toBe(true)
    expect(actor.getSnapshot().value).toEqual({ open: 'removing' })
  })

  it('ask about the last one that was selected for deletion', () => {
    const { actor } = listed()
    actor.send({ type: 'removal.asked', id: 'c2' })
    expect(actor.getSnapshot().context.selectedId).toBe('c2')
  })

  it.each(['loading', 'failed'] as const)('that are known can be deleted while their list is %s', (phase) => {
    const { actor, children } = listed()
    actor.send({ type: 'list.closed' })
    actor.send({ type: 'list.opened' })
    if (phase === 'failed') children.get('loadConversations')?.fail(new Error('offline'))
    expect(actor.getSnapshot().value).toEqual({ open: phase })
    actor.send({ type: 'removal.asked', id: 'c2' })
    expect(actor.getSnapshot().value).toEqual({ open: 'confirming' })
    actor.send({ type: 'removal.given' })
    expect(children.get('removeConversation')?.input).toEqual({ id: 'c2' })
  })
})
