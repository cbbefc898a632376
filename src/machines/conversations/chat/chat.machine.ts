import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate'
import { lookUp } from '../../look-up.ts'
import { selectPath } from '../../shell/navigation/navigation.selectors.ts'
import { sendToActor } from '../../system.ts'
import { conversationMachine } from '../conversation/conversation.machine.ts'
import { isAtRest } from '../conversation/conversation.selectors.ts'
import { type ChatContext, type ChatEvent, type ChatKey, type ConversationNews, keyOf } from './chat.types.ts'
import { addressOfBegun } from './chat-address.ts'

/** S2.14: the person's own conversations with every published assistant. */
export const chatMachine = setup({
  types: {} as {
    context: ChatContext
    events: ChatEvent
  },
  actors: { conversation: conversationMachine },
  guards: {
    isOpen: ({ context }, chatKey: ChatKey) => keyOf(chatKey) in context.open,
    isFirstQuestion: ({ context }, { assistantId, conversationId }: ChatKey) =>
      keyOf({ assistantId, conversationId: null }) in context.open &&
      !(keyOf({ assistantId, conversationId }) in context.open),
    isKept: ({ context }, { id }: { id: string }) => id in context.open,
  },
  actions: {
    /** The shown conversation depends on the address. */
    nameBegun: (scope, chatKey: ChatKey) => {
      const navigation = lookUp(scope, 'navigation')?.getSnapshot()
      const path = navigation ? addressOfBegun(selectPath(navigation), chatKey) : null
      if (path !== null)
        sendToActor(scope, 'navigation', { type: 'navigation.requested', path, replace: true })
    },
    /** Idle conversations are read again when they are next shown. */
    leaveFor: enqueueActions(({ context: { shown, open }, enqueue }, next: ChatKey) => {
      const key = shown && keyOf(shown)
      const left = key === null ? undefined : open[key]
      if (key === null || left === undefined || key === keyOf(next) || !isAtRest(left.getSnapshot())) return
      enqueue.stopChild(left)
      enqueue.assign({ open: Object.fromEntries(Object.entries(open).filter(([one]) => one !== key)) })
    }),
    show: assign((_, { assistantId, conversationId }: ChatKey) => ({
      shown: { assistantId, conversationId },
    })),
    open: assign({
      open: ({ context: { open, opened }, spawn }, chatKey: ChatKey) => ({
        ...open,
        [keyOf(chatKey)]: spawn('conversation', {
          id: `chat:${opened}`,
          input: {
            integrationId: chatKey.assistantId,
            config: 'published',
            conversationId: chatKey.conversationId,
          },
        }),
      }),
      opened: ({ context }) => context.opened + 1,
    }),
    takeId: assign(({ context: { shown, open } }, { assistantId, conversationId }: ChatKey) => {
      const before = keyOf({ assistantId, conversationId: null })
      return {
        open: Object.fromEntries(
          Object.entries(open).map(([key, one]) => [
            key === before ? keyOf({ assistantId, conversationId }) : key,
            one,
          ]),
        ),
        shown: shown && keyOf(shown) === before ? { assistantId, conversationId } : shown,
      }
    }),
    forget: enqueueActions(({ context: { open }, enqueue }, { id }: { id: string }) => {
      const { [id]: gone, ...rest } = open
      if (gone) enqueue.stopChild(gone)
      enqueue.assign({ open: rest })
    }),
    passOn: enqueueActions(({ context, enqueue }, news: ConversationNews) => {
      for (const conversation of Object.values(context.open)) enqueue.sendTo(conversation, news)
    }),
    closeAll: enqueueActions(({ context, enqueue }) => {
      for (const conversation of Object.values(context.open)) enqueue.stopChild(conversation)
      enqueue.assign({ open: {}, shown: null })
    }),
  },
}).createMachine({
  id: 'chat',
  description: "One's own conversations with every published assistant.",
  context: { shown: null, open: {}, opened: 0 },
  on: {
    'conversation.shown': [
      {
        guard: { type: 'isOpen', params: ({ event }) => event },
        actions: [
          { type: 'leaveFor', params: ({ event }) => event },
          { type: 'show', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'leaveFor', params: ({ event }) => event },
          { type: 'open', params: ({ event }) => event },
          { type: 'show', params: ({ event }) => event },
        ],
      },
    ],
    'conversation.begun': {
      guard: { type: 'isFirstQuestion', params: ({ event }) => event },
      actions: [
        { type: 'takeId', params: ({ event }) => event },
        { type: 'nameBegun', params: ({ event }) => event },
      ],
    },
    'conversation.deleted': {
      guard: { type: 'isKept', params: ({ event }) => event },
      actions: { type: 'forget', params: ({ event }) => event },
    },
    'answer.rated': { actions: { type: 'passOn', params: ({ event }) => event } },
    'conversation.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
    'chat.left': { actions: 'closeAll' },
  },
})

export type ChatRef = ActorRefFrom<typeof chatMachine>
