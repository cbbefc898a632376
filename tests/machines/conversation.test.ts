import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { LiveEvent } from '../../src/machines/connection/connections/connections.types.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type {
  ConversationEvent,
  Listening,
  Wanted,
} from '../../src/machines/conversations/conversation/conversation.types.ts'
import type { ConversationDetail, Message } from '../../src/services/contract/conversations.ts'
import type { IntegrationMessage } from '../../src/services/contract/sockets.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { ASKED, conversationModel } from './conversation.model.ts'
import { conversation, message } from './samples.ts'

describeModel({
  name: 'conversation',
  machine: conversationMachine,
  model: conversationModel,
  rig: (world) => ({
    oracles: {
      conversation: () => expect(world.children.has('live')).toBe(true),
      'conversation.loading': () =>
        expect(world.children.get('loadConversation')?.input).toEqual({
          integrationId: 'i1',
          config: 'draft',
          id: world.snapshot().context.wanted,
        }),
      'conversation.resting': () => expect([...world.children.keys()]).toEqual(['live']),
      'conversation.resting.unsent': () => {
        expect(world.snapshot().context.draft.trim()).not.toBe('')
        expect(world.snapshot().context.pending).toBeNull()
      },
      'conversation.sending': () =>
        expect(world.children.get('ask')?.input).toMatchObject({
          content: expect.stringMatching(/^How long( do I have)?\?/),
        }),
      'conversation.streaming': () =>
        expect(world.snapshot().context.messages.at(-1)).toMatchObject({ role: 'assistant' }),
      'conversation.stopping': () =>
        expect(world.children.get('stop')?.input).toEqual({
          messageId: world.snapshot().context.messages.at(-1)?.id,
        }),
    },
  }),
})

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A conversation whose question was just asked, and a voice for its socket. */
async function asked(stored: () => Message) {
  let say: (event: ConversationEvent) => void = () => {}
  const actor = createActor(
    conversationMachine.provide({
      actions: fakeEffects(conversationMachine, []),
      actors: {
        live: fromCallback<LiveEvent<IntegrationMessage>, Listening>(({ sendBack }) => {
          say = sendBack
        }),
        loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => null),
        ask: fromPromise(async () => ASKED),
        loadMessage: fromPromise(async () => stored()),
      },
    }),
    { input: { integrationId: 'i1', config: 'draft', conversationId: null } },
  ).start()
  await settle()
  actor.send({ type: 'draft.changed', text: 'How long?' })
  actor.send({ type: 'question.submitted' })
  const content = () => actor.getSnapshot().context.messages.at(-1)?.content
  return { actor, content, say: (event: ConversationEvent) => say(event) }
}

describe('a streamed answer', () => {
  it('keeps tokens that arrive before the question is acknowledged', async () => {
    const { say, content } = await asked(() => message('a2', { content: 'Thir' }))
    say({ type: 'live.token', messageId: 'a2', index: 0, text: 'Thirty' })
    await settle()
    say({ type: 'live.token', messageId: 'a2', index: 6, text: ' days' })
    await settle()
    expect(content()).toBe('Thirty days')
  })

  it('handles a completion that arrives before the question is acknowledged', async () => {
    const { actor, say } = await asked(() => message('a2', { status: 'failed' }))
    say({ type: 'live.failed', messageId: 'a2', error: { detail: 'Refused.', code: 'model_refused' } })
    await settle()
    expect(actor.getSnapshot().matches({ resting: 'failed' })).toBe(true)
  })

  it('notices a gap, reads what it missed, and ignores a repeat', async () => {
    const { say, content } = await asked(() => message('a2', { content: 'Thirty days' }))
    await settle()
    say({ type: 'live.token', messageId: 'a2', index: 0, text: 'Thirty' })
    say({ type: 'live.token', messageId: 'a2', index: 11, text: ' from' })
    say({ type: 'live.token', messageId: 'a2', index: 16, text: ' delivery' })
    await settle()
    say({ type: 'live.token', messageId: 'a2', index: 6, text: ' days' })
    expect(content()).toBe('Thirty days from delivery')
  })
})

describe('a conversation of the history', () => {
  it('replaces the shown conversation, and is cleared when it is deleted', async () => {
    const wanted: (string | null)[] = []
    const actor = createActor(
      conversationMachine.provide({
        actions: fakeEffects(conversationMachine, []),
        actors: {
          live: fromCallback<LiveEvent<IntegrationMessage>, Listening>(() => {}),
          loadConversation: fromPromise<ConversationDetail | null, Wanted>(async ({ input: { id } }) => {
            wanted.push(id)
            return { conversation: { ...conversation, id: id ?? 'latest' }, messages: [], may_change: true }
          }),
        },
      }),
      { input: { integrationId: 'i1', config: 'draft', conversationId: null } },
    ).start()
    await settle()
    actor.send({ type: 'draft.changed', text: 'Half a question' })
    for (const id of ['c7', 'c7']) {
      actor.send({ type: 'conversation.opened', id })
      await settle()
    }
    expect(wanted).toEqual([null, 'c7'])
    expect(actor.getSnapshot().context).toMatchObject({
      conversation: { id: 'c7' },
      draft: 'Half a question',
    })
    actor.send({ type: 'conversation.deleted', id: 'another' })
    expect(actor.getSnapshot().context.conversation?.id).toBe('c7')
    actor.send({ type: 'conversation.deleted', id: 'c7' })
    expect(actor.getSnapshot().context.conversation).toBeNull()
    expect(actor.getSnapshot().matches({ resting: 'idle' })).toBe(true)
  })
})

/** A conversation with one question that was answered. */
const shown = () => {
  const children = new Map<string, FakeChild>()
  const actor = createActor(
    conversationMachine.provide({
      actors: fakeActors(conversationMachine, children),
      actions: fakeEffects(conversationMachine, []),
    }),
    { input: { integrationId: 'i1', config: 'published', conversationId: null } },
  ).start()
  const messages = [ASKED.question, message('a2', { status: 'complete' })]
  children.get('loadConversation')?.done({ conversation, messages, may_change: true })
  return { actor, children }
}

it.each([
  ['another one is opened', { type: 'conversation.opened', id: 'c7' }],
  ['it is deleted', { type: 'conversation.deleted', id: conversation.id }],
  ['a new one is begun', { type: 'conversation.restarted' }],
] as const)('what was typed before a question was edited stays when %s', (_, event) => {
  const { actor } = shown()
  actor.send({ type: 'draft.changed', text: 'Half a thought' })
  actor.send({ type: 'question.edited' })
  actor.send(event)
  expect(actor.getSnapshot().context).toMatchObject({ draft: 'Half a thought', edited: null })
})

it.each([
  ['the next question', 'ask', 'And now?', { type: 'question.submitted' }],
  ['a changed question', 'ask', 'And now?\nAnd then?', { type: 'question.submitted' }],
  ['the last answer anew', 'retry', 'And now?', { type: 'retry.requested' }],
] as const)(
  '%s is refused while another tab is answered: that answer is shown',
  (what, call, draft, event) => {
    const { actor, children } = shown()
    actor.send({ type: 'draft.changed', text: 'And now?' })
    if (what === 'a changed question') {
      actor.send({ type: 'question.edited' })
      actor.send({ type: 'draft.changed', text: 'And then?' })
    }
    actor.send(event)
    children
      .get(call)
      ?.fail(Object.assign(new Error('busy'), { status: 409, code: 'still_answering', detail: 'Wait.' }))
    expect(children.get('loadConversation')?.input).toMatchObject({ id: conversation.id })
    const messages = [ASKED.question, message('a2', { status: 'complete' }), message('a3')]
    children.get('loadConversation')?.done({ conversation, messages, may_change: true })
    expect(actor.getSnapshot().context).toMatchObject({ messages, draft, edited: null, error: null })
    expect(actor.getSnapshot().can({ type: 'stop.requested' })).toBe(true)
  },
)

describe('a conversation of a visitor that was deleted elsewhere', () => {
  const gone = Object.assign(new Error('gone'), { status: 404, code: 'unknown_conversation' })
  const expectAnew = ({ actor, children }: ReturnType<typeof shown>, content: string) => {
    expect(actor.getSnapshot().context).toMatchObject({
      messages: [],
      draft: content,
      error: 'This conversation no longer exists. Your question is kept and will start a new one.',
    })
    actor.send({ type: 'question.submitted' })
    expect(children.get('ask')?.input).toMatchObject({ content, conversationId: null })
  }

  it('gives the next question back, which begins a new one', () => {
    const { actor, children } = shown()
    actor.send({ type: 'draft.changed', text: 'And now?' })
    actor.send({ type: 'question.submitted' })
    actor.send({ type: 'draft.changed', text: 'Or later?' })
    children.get('ask')?.fail(gone)
    expectAnew({ actor, children }, 'And now?\nOr later?')
  })

  it('gives back what was typed before a question was edited', () => {
    const { actor, children } = shown()
    actor.send({ type: 'draft.changed', text: 'And now?' })
    actor.send({ type: 'question.edited' })
    actor.send({ type: 'draft.changed', text: 'How long, please?' })
    actor.send({ type: 'question.submitted' })
    children.get('ask')?.fail(gone)
    expectAnew({ actor, children }, 'How long, please?\nAnd now?')
  })

  it('gives the last question back when its answer is wanted anew', () => {
    const { actor, children } = shown()
    actor.send({ type: 'retry.requested' })
    children.get('retry')?.fail(gone)
    expectAnew({ actor, children }, 'How long?')
  })

  it('gives the question back whose answer was still arriving', () => {
    const { actor, children } = shown()
    actor.send({ type: 'draft.changed', text: 'And now?' })
    actor.send({ type: 'question.submitted' })
    children.get('ask')?.done({ ...ASKED, question: { ...ASKED.question, content: 'And now?' } })
    actor.send({ type: 'live.opened' })
    children.get('loadMessage')?.fail(gone)
    expectAnew({ actor, children }, 'And now?')
  })
})

describe('a conversation of a member that was deleted elsewhere', () => {
  const gone = Object.assign(new Error('gone'), { status: 404, detail: 'Not found.', code: 'not_found' })

  it.each(['And now?', ASKED.question.content])('keeps the question “%s” for a new one', (content) => {
    const { actor, children } = shown()
    actor.send({ type: 'draft.changed', text: 'Or later?' })
    actor.send({ type: 'question.edited' })
    actor.send({ type: 'draft.changed', text: content })
    actor.send({ type: 'question.submitted' })
    children.get('ask')?.fail(gone)
    expect(actor.getSnapshot().value).toBe('refused')
    expect(actor.getSnapshot().context.error).toBe(
      'This conversation no longer exists. Your question is kept and will start a new one.',
    )
    actor.send({ type: 'conversation.restarted' })
    actor.send({ type: 'question.submitted' })
    expect(children.get('ask')?.input).toMatchObject({
      content: `${content}\nOr later?`,
      conversationId: null,
      replaces: null,
    })
  })

  it('offers no Retry where its last answer was wanted anew', () => {
    const { actor, children } = shown()
    actor.send({ type: 'retry.requested' })
    children.get('retry')?.fail(gone)
    expect(actor.getSnapshot().value).toBe('refused')
    expect(actor.getSnapshot().context.error).toBe('Not found.')
  })

  it('is told apart from a deleted assistant', () => {
    const { actor, children } = shown()
    actor.send({ type: 'conversation.restarted' })
    actor.send({ type: 'draft.changed', text: 'And now?' })
    actor.send({ type: 'question.submitted' })
    children.get('ask')?.fail(gone)
    expect(actor.getSnapshot().matches({ resting: 'unsent' })).toBe(true)
  })
})

it('a conversation that can no longer be read while its answer arrives offers a new one', async () => {
  const missing = Object.assign(new Error('gone'), { status: 404, detail: 'Not found.', code: 'not_found' })
  const { actor, say } = await asked(() => {
    throw missing
  })
  await settle()
  say({ type: 'live.opened' })
  const refused = await waitFor(actor, (snapshot) => snapshot.hasTag('failed'))
  expect(refused.context.error).toBe('Not found.')
  actor.send({ type: 'conversation.restarted' })
  expect(actor.getSnapshot().matches({ resting: 'idle' })).toBe(true)
})

it('an answer is looked for again after a proxy has lost the server for a moment', async () => {
  const lost = Object.assign(new Error('404 page not found'), { status: 404, code: 'http_404' })
  let reachable = false
  const { actor, say, content } = await asked(() => {
    if (!reachable) throw lost
    return message('a2', { content: 'Thirty days.', status: 'complete' })
  })
  await settle()
  say({ type: 'live.opened' })
  await settle()
  expect(actor.getSnapshot().hasTag('interrupted')).toBe(true)
  reachable = true
  say({ type: 'live.opened' })
  await settle()
  expect(content()).toBe('Thirty days.')
})

describe('[ux 17] a conversation that is opened without a connection', () => {
  it('says nothing of a question, and is read as soon as the connection is there', async () => {
    let say: (event: ConversationEvent) => void = () => {}
    const answers = [Promise.reject(new Error('offline')), Promise.resolve(null)]
    const actor = createActor(
      conversationMachine.provide({
        actions: fakeEffects(conversationMachine, []),
        actors: {
          live: fromCallback<LiveEvent<IntegrationMessage>, Listening>(({ sendBack }) => {
            say = sendBack
          }),
          loadConversation: fromPromise<ConversationDetail | null, Wanted>(() => answers.shift()!),
        },
      }),
      { input: { integrationId: 'i1', config: 'draft', conversationId: null } },
    ).start()
    const failed = await waitFor(actor, (snapshot) => snapshot.hasTag('failed'))
    expect(failed.context.error).toBe('The server could not be reached. Please try again.')
    say({ type: 'live.opened' })
    expect((await waitFor(actor, (snapshot) => snapshot.hasTag('settled'))).context.error).toBeNull()
  })
})

describe('[attack S1] a conversation of somebody else', () => {
  it.each(['complete', 'stopped', 'failed'] as const)(
    'offers a viewer neither Retry nor Edit question when its last answer is %s',
    async (status) => {
      const actor = createActor(
        conversationMachine.provide({
          actions: fakeEffects(conversationMachine, []),
          actors: {
            live: fromCallback<LiveEvent<IntegrationMessage>, Listening>(() => {}),
            loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => ({
              conversation,
              messages: [message('q1', { role: 'user', status: 'complete' }), message('a1', { status })],
              may_change: false,
            })),
          },
        }),
        { input: { integrationId: 'i1', config: 'draft', conversationId: 'c1' } },
      ).start()
      await waitFor(actor, (snapshot) => snapshot.hasTag('settled'))
      expect(actor.getSnapshot().can({ type: 'retry.requested' })).toBe(false)
      expect(actor.getSnapshot().can({ type: 'question.edited' })).toBe(false)
      actor.send({ type: 'draft.changed', text: 'And now?' })
      expect(actor.getSnapshot().can({ type: 'question.submitted' })).toBe(true)
    },
  )
})
