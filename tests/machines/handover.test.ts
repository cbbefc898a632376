import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { handoverMachine } from '../../src/machines/visitors/handover.machine.ts'
import type { VisitorHandover } from '../../src/services/contract/handover.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { handoverModel, VIEWS } from './handover.model.ts'

describeModel({
  name: 'handover',
  machine: handoverMachine,
  model: handoverModel,
  rig: (world) => ({
    oracles: {
      'handover.absent': () => expect(world.snapshot().context.view).toBeNull(),
      'handover.asking': () => expect(world.snapshot().context.view?.offer).not.toBeNull(),
      'handover.offered': () => expect(world.snapshot().context.view?.offer).not.toBeNull(),
      'handover.sending': () =>
        expect(world.children.get('request')?.input).toEqual({
          conversationId: world.snapshot().context.conversationId,
          values: expect.objectContaining({ email: 'grace@example.com' }),
        }),
      'handover.writing': () => expect(world.snapshot().context.pending).not.toBe(''),
      'handover.closed.idle': () => expect(world.snapshot().context.view?.status).toBe('resolved'),
    },
  }),
})

describe('the way to a person', () => {
  const begun = (view: VisitorHandover) => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(
      handoverMachine.provide({
        actors: fakeActors(handoverMachine, children),
        actions: { rememberContact: () => {} },
      }),
    ).start()
    actor.send({ type: 'handover.read', conversationId: 'c1', view })
    return {
      actor,
      children,
      read: (next: typeof view) => actor.send({ type: 'handover.read', conversationId: 'c1', view: next }),
    }
  }

  it('keeps what was typed where the request fails, and while another answer is given', () => {
    const { actor, children, read } = begun(VIEWS.refused)
    actor.send({ type: 'field.changed', name: 'email', value: 'grace@example.com' })
    actor.send({ type: 'form.submitted' })
    children.get('request')?.fail(new Error('offline'))
    expect(actor.getSnapshot().value).toBe('asking')
    expect(actor.getSnapshot().context.error).toContain('Your text is kept')
    read(VIEWS.assisted)
    read(VIEWS.refused)
    expect(actor.getSnapshot().context.values.email).toBe('grace@example.com')
  })

  it('opens the form by itself once, and not again in a conversation where it was closed', () => {
    const { actor, read } = begun(VIEWS.refused)
    expect(actor.getSnapshot().value).toBe('asking')
    actor.send({ type: 'form.closed' })
    read(VIEWS.refused)
    expect(actor.getSnapshot().value).toBe('offered')
    actor.send({ type: 'handover.read', conversationId: 'c2', view: VIEWS.refused })
    expect(actor.getSnapshot().value).toBe('asking')
  })

  it('asks whom the site has proved for nothing, and sends their name and address', () => {
    const { actor, children } = begun(VIEWS.known)
    actor.send({ type: 'form.submitted' })
    expect(children.get('request')?.input).toEqual({ conversationId: 'c1', values: VIEWS.known.customer })
  })

  it.each([
    ['keeps what was typed while a message was sent for the next one', 'It is size 9.', 'It is size 9.'],
    ['empties the composer as soon as a message is sent', '', ''],
  ])('%s', (_, typed, kept) => {
    const { actor, children } = begun(VIEWS.replied)
    actor.send({ type: 'draft.changed', text: 'Thank you.' })
    actor.send({ type: 'message.submitted' })
    expect(actor.getSnapshot().context.draft).toBe('')
    actor.send({ type: 'draft.changed', text: typed })
    expect(children.get('write')?.input).toEqual({ conversationId: 'c1', content: 'Thank you.' })
    children.get('write')?.done(VIEWS.replied)
    expect(actor.getSnapshot().context).toMatchObject({ draft: kept, pending: '' })
  })

  it.each([
    ['a message that was not sent', '', 'Thank you.'],
    ['a message that was not sent and what was typed after it', 'It is size 9.', 'Thank you.\nIt is size 9.'],
  ])('keeps %s', (_, typed, kept) => {
    const { actor, children } = begun(VIEWS.replied)
    actor.send({ type: 'draft.changed', text: 'Thank you.' })
    actor.send({ type: 'message.submitted' })
    actor.send({ type: 'draft.changed', text: typed })
    children.get('write')?.fail(new Error('offline'))
    expect(actor.getSnapshot()).toMatchObject({
      value: { underWay: 'answered' },
      context: { draft: kept, pending: '', error: expect.stringContaining('Your text is kept') },
    })
  })

  it('keeps a reply that was read before the response to a message arrived', () => {
    const { actor, children } = begun(VIEWS.taken)
    actor.send({ type: 'draft.changed', text: 'Thank you!' })
    actor.send({ type: 'message.submitted' })
    actor.send({ type: 'handover.read', conversationId: 'c1', view: VIEWS.replied })
    children.get('write')?.done(VIEWS.taken)
    expect(actor.getSnapshot().context.view).toEqual(VIEWS.replied)
    expect(actor.getSnapshot().matches({ underWay: 'answered' })).toBe(true)
  })

  it('[43.1] asks whether the answers helped only while the assistant answers, and while that is saved', () => {
    const { actor } = begun(VIEWS.assisted)
    expect(actor.getSnapshot().hasTag('helpAsked')).toBe(true)
    actor.send({ type: 'verdict.given', helped: true })
    expect(actor.getSnapshot().value).toEqual({ assisted: 'saving' })
    expect(actor.getSnapshot().hasTag('helpAsked')).toBe(true)
    const other = begun(VIEWS.resolved)
    other.actor.send({ type: 'rating.given', rating: 5 })
    expect(other.actor.getSnapshot().value).toEqual({ closed: 'saving' })
    expect(other.actor.getSnapshot().hasTag('helpAsked')).toBe(false)
  })
})
