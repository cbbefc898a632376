import { fromCallback, fromPromise } from 'xstate'
import { conversationMachine } from '../machines/conversation/conversation.machine.ts'
import type { Asking, ConversationEvent } from '../machines/conversation/conversation.types.ts'
import { IntegrationMessage } from './contract/sockets.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { Intents } from './intents.ts'
import type { Live } from './live.ts'
import type { QueryCache } from './query-cache.ts'

interface Services {
  api: IntegrationsApi
  live: Live
  once: Intents
  cache: QueryCache
}

/** What counts or lists conversations; see `keyOf`. */
const ofConversations = new Set<unknown>(['conversations', 'conversation', 'integrations', 'integration'])

/** A conversation over the integration's socket: asked by HTTP, answered token by token. */
export const provideConversation = ({ api, live, once, cache }: Services) =>
  conversationMachine.provide({
    actors: {
      live: fromCallback<ConversationEvent, { integrationId: string }>(({ input, sendBack }) => {
        const send = (event: ConversationEvent) => sendBack(event)
        return live({
          name: `integration:${input.integrationId}`,
          path: `/api/ws/integrations/${input.integrationId}`,
          schema: IntegrationMessage,
          onOpen: () => send({ type: 'live.opened' }),
          onMessage: ({ type, data }) => {
            switch (type) {
              case 'token':
                return send({
                  type: 'live.token',
                  messageId: data.message_id,
                  index: data.index,
                  text: data.text,
                })
              case 'citations':
                return send({
                  type: 'live.citations',
                  messageId: data.message_id,
                  citations: data.citations,
                })
              case 'message_completed':
                return send({ type: 'live.completed', message: data })
              case 'message_failed':
                return send({ type: 'live.failed', messageId: data.message_id, error: data.error })
            }
          },
        })
      }),
      loadConversation: fromPromise(
        async ({
          input,
          signal,
        }: {
          input: { integrationId: string; id: string | null }
          signal: AbortSignal
        }) => {
          if (input.id !== null) return api.conversation(input.id, signal)
          const { items } = await api.conversations(
            { integrationId: input.integrationId },
            { mine: 'true', channel: 'playground', limit: 1 },
            signal,
          )
          const [latest] = items
          return latest ? api.conversation(latest.id, signal) : null
        },
      ),
      ask: fromPromise(({ input }: { input: Asking }) =>
        once({ ask: input }, (key) =>
          api.ask(
            input.integrationId,
            { content: input.content, conversation_id: input.conversationId, replaces: input.replaces },
            key,
          ),
        ),
      ),
      stop: fromPromise(({ input }: { input: { messageId: string } }) => api.stop(input.messageId)),
      retry: fromPromise(({ input }: { input: { messageId: string } }) => api.retry(input.messageId)),
      loadMessage: fromPromise(({ input, signal }: { input: { messageId: string }; signal: AbortSignal }) =>
        api.message(input.messageId, signal),
      ),
    },
    actions: {
      refreshHistory: () =>
        void cache.invalidateQueries({ predicate: ({ queryKey }) => ofConversations.has(queryKey[2]) }),
    },
  })
