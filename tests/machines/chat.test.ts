import { describe, expect, it, onTestFinished } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { answerFeedbackMachine } from '../../src/machines/conversations/answer-feedback.machine.ts'
import { chatMachine } from '../../src/machines/conversations/chat/chat.machine.ts'
import { keyOf } from '../../src/machines/conversations/chat/chat.types.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type {
  Asked,
  Asking,
  ConversationDetail,
  Wanted,
} from '../../src/machines/conversations/conversation/conversation.types.ts'
import { conversationTagsMachine } from '../../src/machines/conversations/conversation-tags.machine.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { answerFeedbackModel, chatModel, conversationTagsModel } from './chat.model.ts'
import { conversation, message } from './samples.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describeModel({
  name: 'chat',
  machine: chatMachine,
  model: chatModel,
  rig: (world) => ({
    oracles: {
      chat: () => expect(world.children.size).toBe(Object.keys(world.snapshot().context.open).length),
    },
  }),
})

const starts = (detail: ConversationDetail | null = null) =>
  createActor(
    chatMachine.provide({
      actors: {
        conversation: conversationMachine.provide({
          actions: fakeEffects(conversationMachine, []),
          actors: {
            live: fromCallback(() => {}),
            loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => detail),
            ask: fromPromise<Asked, Asking>(() => new Promise(() => {})),
          },
        }),
      },
    }),
  ).start()

it('[S2.14] keeps a conversation with a draft or an unfinished answer while another is shown, and closes the others', () => {
  const chat = starts()
  const open = () => Object.keys(chat.getSnapshot().context.open)
  const show = (assistantId: string, conversationId: string | null) =>
    chat.send({ type: 'conversation.shown', assistantId, conversationId })
  show('a1', 'c1')
  show('a1', null)
  expect(open()).toEqual(['new:a1'])
  const draft = chat.getSnapshot().context.open[keyOf({ assistantId: 'a1', conversationId: null })]
  draft?.send({ type: 'draft.changed', text: 'Half a thought' })
  show('a2', null)
  expect(open()).toEqual(['new:a1', 'new:a2'])
  chat.send({ type: 'conversation.begun', assistantId: 'a1', conversationId: 'c3' })
  const { context } = chat.getSnapshot()
  expect(context.shown).toMatchObject({ assistantId: 'a2', conversationId: null })
  // An actor refers to everything: compared in depth, it costs seconds.
  expect(context.open.c3).toBe(draft)
  chat.stop()
})

it('keeps a conversation open where something was typed before its question was edited', async () => {
  const messages = [
    message('q1', { role: 'user', status: 'complete' }),
    message('a1', { status: 'complete' }),
  ]
  const chat = starts({ conversation, messages, may_change: true })
  onTestFinished(() => void chat.stop())
  chat.send({ type: 'conversation.shown', assistantId: 'a1', conversationId: 'c1' })
  const { c1 } = chat.getSnapshot().context.open
  expect(c1).toBeDefined()
  await settle()
  c1?.send({ type: 'draft.changed', text: 'Half a thought' })
  c1?.send({ type: 'question.edited' })
  c1?.send({ type: 'draft.changed', text: '' })
  chat.send({ type: 'conversation.shown', assistantId: 'a1', conversationId: 'c2' })
  expect(chat.getSnapshot().context.open.c1).toBe(c1)
})

describeModel({
  name: 'conversationTags',
  machine: conversationTagsMachine,
  model: conversationTagsModel,
  rig: (world) => ({
    oracles: {
      'conversationTags.saving': () => {
        const { known, wanted } = world.snapshot().context
        expect(world.children.get('saveTags')?.input).toEqual({ id: 'c1', known, wanted })
        expect(wanted).not.toEqual(known)
      },
      'conversationTags.resting': () => {
        const { tags, error, draft } = world.snapshot().context
        expect(new Set(tags).size).toBe(tags.length)
        if (error === null && tags.includes('laces')) expect(draft).not.toBe(' laces ')
      },
    },
  }),
})

describe('the text in the tag field', () => {
  const started = () => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(
      conversationTagsMachine.provide({ actors: fakeActors(conversationTagsMachine, children) }),
      { input: { id: 'c1', tags: ['boots'] } },
    ).start()
    const saved = () => children.get('saveTags')?.done(actor.getSnapshot().context.wanted)
    return { actor, saved }
  }

  it('that is typed while a tag is saved stays as the next tag', () => {
    const { actor, saved } = started()
    actor.send({ type: 'draft.changed', draft: 'laces' })
    actor.send({ type: 'tag.added' })
    actor.send({ type: 'draft.changed', draft: 'soles' })
    saved()
    expect(actor.getSnapshot().context).toMatchObject({ tags: ['boots', 'laces'], draft: 'soles' })
  })

  it('is added while the tag before it is saved, and nothing that others added meanwhile is removed', () => {
    const { actor, saved } = started()
    actor.send({ type: 'draft.changed', draft: 'laces' })
    actor.send({ type: 'tag.added' })
    actor.send({ type: 'tags.read', tags: ['boots', 'urgent'] })
    actor.send({ type: 'draft.changed', draft: 'soles' })
    actor.send({ type: 'tag.added' })
    expect(actor.getSnapshot().context).toMatchObject({
      known: ['boots'],
      wanted: ['boots', 'laces', 'soles'],
    })
    saved()
    expect(actor.getSnapshot().context.draft).toBe('')
  })

  it('stays while another tag is removed', () => {
    const { actor, saved } = started()
    actor.send({ type: 'draft.changed', draft: 'laces' })
    actor.send({ type: 'tag.removed', tag: 'boots' })
    saved()
    expect(actor.getSnapshot().context).toMatchObject({ tags: [], draft: 'laces' })
  })
})

describeModel({
  name: 'answerFeedback',
  machine: answerFeedbackMachine,
  model: answerFeedbackModel,
  rig: (world) => {
    const announced: unknown[] = []
    const context = () => world.snapshot().context
    return {
      implementations: {
        actions: {
          announceFeedback: (_: unknown, { feedback }: { feedback: unknown }) => announced.push(feedback),
        },
      },
      oracles: {
        'answerFeedback.resting': () => {
          expect(context().wanted).toEqual(context().saved)
          expect(announced.at(-1) ?? null).toEqual(context().saved)
        },
        'answerFeedback.saving': () =>
          expect(world.children.get('saveFeedback')?.input).toEqual({
            messageId: 'a1',
            feedback: context().wanted,
          }),
        'answerFeedback.savingExplanation': () =>
          expect(world.children.get('saveFeedback')?.input).toMatchObject({
            feedback: { reason: context().wanted?.reason, comment: context().wanted?.comment },
          }),
        'answerFeedback.explaining': () => expect(context().saved).not.toBeNull(),
      },
    }
  },
})

it.each([
  ['its comment', { type: 'comment.changed', text: 'Wrong price, it is 40 euros' }],
  ['its reason', { type: 'reason.picked', reason: 'wrong' }],
] as const)('an explanation stays open if %s is changed while it is saved', (_, change) => {
  const children = new Map<string, FakeChild>()
  const actor = createActor(
    answerFeedbackMachine.provide({
      actors: fakeActors(answerFeedbackMachine, children),
      actions: { announceFeedback: () => {} },
    }),
    { input: { messageId: 'a1', feedback: { rating: 'down', reason: null, comment: '' } } },
  ).start()
  actor.send({ type: 'explanation.opened' })
  actor.send({ type: 'comment.changed', text: 'Wrong price' })
  actor.send({ type: 'explanation.submitted' })
  actor.send(change)
  const { comment, reason } = actor.getSnapshot().context
  children.get('saveFeedback')?.done(undefined)
  expect(actor.getSnapshot().value).toBe('explaining')
  actor.send({ type: 'explanation.submitted' })
  expect(children.get('saveFeedback')?.input).toMatchObject({ feedback: { comment, reason } })
  children.get('saveFeedback')?.done(undefined)
  expect(actor.getSnapshot().value).toBe('resting')
})

it('a thumb that is being saved is announced although its page is left', () => {
  const views = createActor(viewsLogic).start()
  const children = new Map<string, FakeChild>()
  const announced: unknown[] = []
  const actor = createActor(
    answerFeedbackMachine.provide({
      actors: fakeActors(answerFeedbackMachine, children),
      actions: { announceFeedback: (_, saving) => void announced.push(saving) },
    }),
    { parent: views, input: { messageId: 'a1', feedback: null } },
  ).start()
  actor.send({ type: 'thumb.pressed', rating: 'up' })
  views.send({ type: 'view.left', actor })
  children.get('saveFeedback')?.done(undefined)
  expect(announced).toEqual([{ messageId: 'a1', feedback: { rating: 'up', reason: null, comment: '' } }])
  expect(actor.getSnapshot().status).toBe('stopped')
})
