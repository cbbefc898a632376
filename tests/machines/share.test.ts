import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { shareMachine } from '../../src/machines/visitors/share.machine.ts'
import { visitorConversationsMachine } from '../../src/machines/visitors/visitor-conversations.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { conversation } from './samples.ts'
import { NOON, page, shareModel, visitorConversationsModel } from './visitors.model.ts'

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
        'share.shown.unchecked': () => expect(asking()).toBe(false),
      },
    }
  },
})

describe('a public page', () => {
  const shown = () => {
    const children = new Map<string, FakeChild>()
    const clock = new SimulatedClock()
    const actor = createActor(shareMachine.provide({ actors: fakeActors(shareMachine, children) }), {
      input: { id: 'i1', now: NOON },
      clock,
    }).start()
    children.get('loadPage')?.done(page())
    return { actor, children, clock }
  }
  const badGateway = Object.assign(new Error('bad gateway'), { status: 502 })

  it('that could not be checked after a loss of the network is checked again by itself, less and less often', () => {
    const { actor, children, clock } = shown()
    actor.send({ type: 'connection.lost' })
    actor.send({ type: 'connection.found' })
    for (const wait of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      children.get('loadPage')?.fail(badGateway)
      expect(actor.getSnapshot().can({ type: 'retry.requested' })).toBe(true)
      clock.increment(wait - 1)
      expect(children.has('loadPage')).toBe(false)
      clock.increment(1)
      expect(children.has('loadPage')).toBe(true)
    }
    children.get('loadPage')?.done(page())
    expect(actor.getSnapshot().value).toEqual({ shown: 'ready' })

    actor.send({ type: 'connection.lost' })
    actor.send({ type: 'connection.found' })
    children.get('loadPage')?.fail(badGateway)
    clock.increment(10_000)
    expect(children.has('loadPage')).toBe(true)
  })

  it('stays while a proxy has lost the server, and ends when the server knows it no more', () => {
    const { actor, children } = shown()
    const check = (code: string) => {
      actor.send({ type: 'connection.lost' })
      actor.send({ type: 'connection.found' })
      children.get('loadPage')?.fail(Object.assign(new Error('gone'), { status: 404, code }))
      return actor.getSnapshot().value
    }
    expect(check('http_404')).toEqual({ shown: 'unchecked' })
    expect(check('not_found')).toBe('notFound')
  })
})

describe('a visitor whose questions of the day are used up', () => {
  /** Their clock goes 3 hours ahead of the server's, for which it is 9 o'clock in the evening. */
  const WRONG_MIDNIGHT = Date.parse('2026-05-02T00:00:00.000Z')
  const shownWith = (resetsIn: number, left = 0) => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(shareMachine.provide({ actors: fakeActors(shareMachine, children) }), {
      input: { id: 'i1', now: WRONG_MIDNIGHT },
    }).start()
    let reads = 0
    const answer = () => {
      const usedUp = page(null, left)
      reads += 1
      children.get('loadPage')?.done({ ...usedUp, budget: { ...usedUp.budget, resets_in: resetsIn } })
    }
    /** Ticks of a second each, while the server answers at once. */
    const pass = (first: number, last: number) => {
      for (let second = first; second <= last; second += 1) {
        actor.send({ type: 'clock.tick', now: WRONG_MIDNIGHT + second * 1000 })
        if (children.has('loadPage')) answer()
      }
    }
    answer()
    return { actor, children, pass, answer, reads: () => reads }
  }

  it('waits as long as the server says, whatever the own clock says', () => {
    const { actor, pass, reads } = shownWith(10_800)
    expect(actor.getSnapshot().value).toEqual({ shown: 'limited' })
    pass(1, 10_799)
    expect(reads()).toBe(1)
    pass(10_800, 10_800)
    expect(reads()).toBe(2)
  })

  it('asks the server at most once a minute, even if it announces a reset that does not come', () => {
    const { pass, reads } = shownWith(1)
    pass(1, 59)
    expect(reads()).toBe(1)
    pass(60, 120)
    expect(reads()).toBe(3)
  })

  it('is told so with the answer to the last one', () => {
    const { actor } = shownWith(43_200, 1)
    const { budget } = page(null, 0)
    actor.send({ type: 'budget.changed', budget: { ...budget, resets_in: 7200 } })
    const { value, context } = actor.getSnapshot()
    expect(value).toEqual({ shown: 'limited' })
    expect(context.page?.budget.left).toBe(0)
    expect(context.waitUntil).toBe(WRONG_MIDNIGHT + 7_200_000)
  })

  it('waits no longer for too many requests because an earlier question is answered meanwhile', () => {
    const { actor } = shownWith(43_200, 5)
    actor.send({ type: 'question.refused', reason: 'pace', wait: 20 })
    actor.send({ type: 'budget.changed', budget: page(null, 4).budget })
    const { value, context } = actor.getSnapshot()
    expect(value).toEqual({ shown: 'limited' })
    expect(context.page?.budget.left).toBe(4)
    expect(context.waitUntil).toBe(WRONG_MIDNIGHT + 20_000)
  })

  it('learns from the page how long to wait after a refusal, which tells an hour at most', () => {
    const { actor, children } = shownWith(7200, 1)
    actor.send({ type: 'question.refused', reason: 'page', wait: 3600 })
    const usedUp = page(null, 0)
    children.get('loadPage')?.done({ ...usedUp, budget: { ...usedUp.budget, resets_in: 7200 } })
    const { value, context } = actor.getSnapshot()
    expect(value).toEqual({ shown: 'limited' })
    expect(context.waitUntil).toBe(WRONG_MIDNIGHT + 7_200_000)
  })
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
