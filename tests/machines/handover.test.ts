import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  type ConversationRef,
  conversationMachine,
} from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type { ToastRequest } from '../../src/machines/shell/toasts/toasts.types.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { type HandoverRef, handoverMachine } from '../../src/machines/visitors/handover.machine.ts'
import type { VisitorHandover } from '../../src/services/contract/handover.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { standIn } from '../harness/system.ts'
import { handoverModel, VIEWS } from './handover.model.ts'
import { conversation, message } from './samples.ts'

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
      'handover.writing': () => expect(world.snapshot().context.pending).not.toBeNull(),
      'handover.closed.idle': () => expect(world.snapshot().context.view?.status).toBe('resolved'),
    },
  }),
})

const KEPT_NOWHERE = {
  rememberContact: () => {},
  keepDraft: () => {},
  keepPending: () => {},
  dropPending: () => {},
}

describe('the way to a person', () => {
  const begun = (view: VisitorHandover) => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(
      handoverMachine.provide({
        actors: fakeActors(handoverMachine, children),
        actions: KEPT_NOWHERE,
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

  it('lets it be read again when a reply can be expected, once the form is opened', () => {
    const { actor, children } = begun(VIEWS.offered)
    expect(children.get('follow')?.received).toEqual([])
    actor.send({ type: 'form.opened' })
    expect(children.get('follow')?.received).toEqual([{ type: 'form.opened' }])
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
    expect(children.get('write')?.input).toMatchObject({ conversationId: 'c1', content: 'Thank you.' })
    children.get('write')?.done(VIEWS.replied)
    expect(actor.getSnapshot().context).toMatchObject({ draft: kept, pending: null })
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
      context: { draft: kept, pending: null, error: expect.stringContaining('Your text is kept') },
    })
  })

  it.each([
    ['may have arrived without an answer', new Error('offline'), 'may have arrived'],
    [
      'did not arrive where the server failed',
      Object.assign(new Error(), { status: 503 }),
      'could not be sent',
    ],
  ])('says that a message %s', (_, error, said) => {
    const { actor, children } = begun(VIEWS.replied)
    actor.send({ type: 'draft.changed', text: 'Thank you.' })
    actor.send({ type: 'message.submitted' })
    children.get('write')?.fail(error)
    expect(actor.getSnapshot().context.error).toContain(said)
  })

  /** In Chat or the Playground, while a message is on its way. */
  const sending = () => {
    const children = new Map<string, FakeChild>()
    const toasts: ToastRequest[] = []
    const views = createActor(viewsLogic, { systemId: 'views' }).start()
    standIn(views, 'toasts', ({ toast }) => toasts.push(toast))
    const shown = createActor(
      conversationMachine.provide({
        actors: fakeActors(conversationMachine, new Map()),
        actions: fakeEffects(conversationMachine, []),
      }),
      { input: { integrationId: 'i1', config: 'published', conversationId: 'c1' } },
    ).start()
    const actor = createActor(
      handoverMachine.provide({
        actors: fakeActors(handoverMachine, children),
        actions: KEPT_NOWHERE,
      }),
      { parent: views, input: { conversation: shown, organizationId: 'o1' } },
    ).start()
    actor.send({ type: 'handover.read', conversationId: 'c1', view: VIEWS.replied })
    actor.send({ type: 'draft.changed', text: 'Thank you.' })
    actor.send({ type: 'message.submitted' })
    return { actor, children, toasts, leave: () => views.send({ type: 'view.left', actor }) }
  }

  const UNSENT: ToastRequest = {
    type: 'error',
    title: 'Your message to Ben was not sent.',
    message: expect.stringContaining('Your text is kept'),
    page: { organizationId: 'o1', path: '/chat?assistant=i1&conversation=c1' },
  }

  it('sends a message to its end after its view is gone, and says that it failed', () => {
    const { actor, children, toasts, leave } = sending()
    leave()
    expect(actor.getSnapshot().status).toBe('active')
    children.get('write')?.fail(new Error('offline'))
    expect(toasts).toEqual([UNSENT])
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it.each([
    ['is loaded', 'absent', (_: HandoverRef) => {}],
    [
      'is shown',
      'asking',
      (actor: HandoverRef) =>
        actor.send({ type: 'handover.read', conversationId: 'c2', view: VIEWS.refused }),
    ],
  ])(
    'sends a message to its end while another conversation %s, and says that it failed',
    (_, state, show) => {
      const { actor, children, toasts } = sending()
      actor.send({ type: 'conversation.left' })
      show(actor)
      children.get('write')?.fail(new Error('offline'))
      expect(toasts).toEqual([UNSENT])
      expect(actor.getSnapshot()).toMatchObject({ value: state, context: { draft: '', error: null } })
    },
  )

  it('does not take the response to a message into another conversation', () => {
    const { actor, children, toasts } = sending()
    actor.send({ type: 'conversation.left' })
    actor.send({ type: 'handover.read', conversationId: 'c2', view: VIEWS.refused })
    children.get('write')?.done(VIEWS.replied)
    expect(toasts).toEqual([])
    expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { view: VIEWS.refused } })
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

describe('the one field for the assistant and a person', () => {
  /** In Chat, after one question and its answer. */
  const chatting = () => {
    const children = new Map<string, FakeChild>()
    const shown = createActor(
      conversationMachine.provide({
        actors: fakeActors(conversationMachine, children),
        actions: fakeEffects(conversationMachine, []),
      }),
      { input: { integrationId: 'i1', config: 'published', conversationId: 'c1' } },
    ).start()
    children.get('loadConversation')?.done({
      conversation,
      messages: [
        message('q1', { role: 'user', status: 'complete', content: 'May I return boots?' }),
        message('a1', { status: 'complete' }),
      ],
      may_change: true,
    })
    const actor = createActor(
      handoverMachine.provide({ actors: fakeActors(handoverMachine, new Map()), actions: KEPT_NOWHERE }),
      { input: { conversation: shown, organizationId: 'o1' } },
    ).start()
    return {
      shown,
      actor,
      refuse: () => children.get('ask')?.fail(Object.assign(new Error(), { status: 409 })),
      read: (view: VisitorHandover) => actor.send({ type: 'handover.read', conversationId: 'c1', view }),
      drafts: () => ({
        question: shown.getSnapshot().context.draft,
        message: actor.getSnapshot().context.draft,
      }),
    }
  }

  it('ends the edit of a question when a person takes over, and has what was typed before it', () => {
    const { shown, actor, read, drafts } = chatting()
    read(VIEWS.asked)
    shown.send({ type: 'draft.changed', text: 'And abr' })
    shown.send({ type: 'question.edited' })
    read(VIEWS.taken)
    expect(drafts()).toEqual({ question: '', message: 'And abr' })
    actor.send({ type: 'draft.changed', text: 'Dear Ben' })
    read(VIEWS.resolved)
    expect(drafts()).toEqual({ question: 'Dear Ben', message: '' })
    expect(shown.getSnapshot().context.edited).toBeNull()
  })

  it('has an edited question after what was typed before it', () => {
    const { shown, read, drafts } = chatting()
    shown.send({ type: 'draft.changed', text: 'And abr' })
    shown.send({ type: 'question.edited' })
    shown.send({ type: 'draft.changed', text: 'May I return worn boots?' })
    read(VIEWS.taken)
    expect(drafts()).toEqual({ question: '', message: 'And abr\nMay I return worn boots?' })
  })

  it.each([
    ['a question', () => {}],
    ['an edited question', (shown: ConversationRef) => shown.send({ type: 'question.edited' })],
  ])('has %s that is refused after a person took over', (_, begin) => {
    const { shown, actor, read, refuse, drafts } = chatting()
    read(VIEWS.asked)
    begin(shown)
    shown.send({ type: 'draft.changed', text: 'And abroad?' })
    shown.send({ type: 'question.submitted' })
    read(VIEWS.taken)
    refuse()
    actor.send({ type: 'question.returned' })
    expect(drafts()).toEqual({ question: '', message: 'And abroad?' })
  })

  it.each([
    ['no person is there any more', VIEWS.resolved, { question: 'Thank you.', message: '' }],
    ['a person is there', VIEWS.taken, { question: '', message: 'Thank you.' }],
  ])('has a recalled message where %s', (_, view, kept) => {
    const { actor, read, drafts } = chatting()
    read(view)
    actor.send({ type: 'draft.recalled', text: 'Thank you.' })
    expect(drafts()).toEqual(kept)
  })

  it('has a question that was typed before a person took over elsewhere', () => {
    const { shown, actor, read, drafts } = chatting()
    shown.send({ type: 'draft.changed', text: 'And abroad?' })
    actor.send({ type: 'conversation.left' })
    read(VIEWS.taken)
    expect(drafts()).toEqual({ question: '', message: 'And abroad?' })
  })
})
