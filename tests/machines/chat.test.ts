import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { chatMachine } from '../../src/machines/conversations/chat/chat.machine.ts'
import { keyOf } from '../../src/machines/conversations/chat/chat.types.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type {
  Asked,
  Asking,
  ConversationDetail,
  Wanted,
} from '../../src/machines/conversations/conversation/conversation.types.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { fakeEffects } from '../harness/model/fakes.ts'
import { chatModel } from './chat.model.ts'

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

const starts = () =>
  createActor(
    chatMachine.provide({
      actors: {
        conversation: conversationMachine.provide({
          actions: fakeEffects(conversationMachine, []),
          actors: {
            live: fromCallback(() => {}),
            loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => null),
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
  expect(chat.getSnapshot().context).toMatchObject({
    shown: { assistantId: 'a2', conversationId: null },
    open: { c3: draft },
  })
  chat.stop()
})
