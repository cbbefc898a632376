import { fromPromise } from 'xstate'
import { chatMachine } from '../../machines/conversations/chat/chat.machine.ts'
import type { conversationMachine } from '../../machines/conversations/conversation/conversation.machine.ts'
import { sendToActor } from '../../machines/system.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { asking } from '../contract/operations/asking.ts'
import { conversations } from '../contract/operations/conversations.ts'

interface ChatServices extends Omit<WriteServices, 'refresh'> {
  /** As in the Playground. */
  conversation: typeof conversationMachine
}

/** Conversations of Chat: they use the published version, and a new one starts if none is named. */
export const provideChatRoom = ({ conversation, http, withIdempotencyKey }: ChatServices) =>
  chatMachine.provide({
    actors: {
      conversation: conversation.provide({
        actors: {
          loadConversation: fromPromise(async ({ input: { id }, signal }) =>
            id === null ? null : http.call(conversations.get, { id }, { signal }),
          ),
          ask: fromPromise(({ input }) =>
            withIdempotencyKey({ askInChat: input }, (key) =>
              http.call(
                asking.send,
                { id: input.integrationId },
                {
                  body: {
                    content: input.content,
                    conversation_id: input.conversationId,
                    replaces: input.replaces,
                    channel: 'chat',
                  },
                  idempotencyKey: key,
                },
              ),
            ),
          ),
        },
        actions: {
          announceAsked: (scope, { conversation: { id, integration_id } }) =>
            sendToActor(scope, 'chat', {
              type: 'conversation.begun',
              assistantId: integration_id,
              conversationId: id,
            }),
        },
      }),
    },
  })
