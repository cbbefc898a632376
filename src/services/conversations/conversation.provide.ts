import { fromCallback, fromPromise } from 'xstate'
import { conversationMachine } from '../../machines/conversations/conversation/conversation.machine.ts'
import { selectUnsent } from '../../machines/conversations/conversation/conversation.selectors.ts'
import type {
  ConversationContext,
  Listening,
} from '../../machines/conversations/conversation/conversation.types.ts'
import { unsentText } from '../../machines/shared/unsent-text.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { listenForAnswers } from '../connection/listen.ts'
import { asking } from '../contract/operations/asking.ts'
import { conversations } from '../contract/operations/conversations.ts'
import type { Http } from '../http/client.ts'
import type { UnsentQuestions } from './unsent-questions.ts'

interface Services {
  http: Http
  withIdempotencyKey: IdempotentWrites
  cache: QueryCache
  unsent: UnsentQuestions
  /** Storage key of a question that was typed but not asked. */
  placeOf: (listening: Listening) => string
}

/** The Playground has one conversation at a time: a question belongs to what would have answered it. */
export const placeInPlayground = ({ integrationId, config }: Listening) => `${config} ${integrationId}`

/** Chat has many, open side by side. */
export const placeInChat = ({ integrationId, conversationId }: Listening) =>
  `chat ${conversationId ?? `new ${integrationId}`}`

/** Queries that count or list conversations; see `keyOf`. */
const ofConversations = new Set<unknown>(['conversations', 'conversation', 'integrations', 'integration'])

/** Queries that count questions, or list those without an answer: read again when they are next shown. */
const ofQuestions = new Set<unknown>(['gaps', 'sources', 'usage', 'usageSeries'])

/** A conversation over the integration's socket: asked by HTTP, answered token by token. */
export const provideConversation = ({ http, withIdempotencyKey, cache, unsent, placeOf }: Services) => {
  const keep = ({ integrationId, config, conversation, wanted }: ConversationContext, text: string) =>
    unsent.keep(placeOf({ integrationId, config, conversationId: conversation?.id ?? wanted }), text)
  return conversationMachine.provide({
    actors: {
      live: fromCallback((actor) => {
        const { input, sendBack } = actor
        const text = unsent.of(placeOf(input))
        if (text !== '') sendBack({ type: 'draft.changed', text })
        const { integrationId: id } = input
        return listenForAnswers(actor, { name: `integration:${id}`, path: `/api/ws/integrations/${id}` })
      }),
      loadConversation: fromPromise(async ({ input, signal }) => {
        if (input.id !== null) return http.call(conversations.get, { id: input.id }, { signal })
        const { items } = await http.call(
          conversations.ofAssistant,
          { id: input.integrationId },
          { query: { mine: 'true', channel: 'playground', config: input.config, limit: 1 }, signal },
        )
        const [latest] = items
        return latest ? http.call(conversations.get, { id: latest.id }, { signal }) : null
      }),
      ask: fromPromise(({ input }) =>
        withIdempotencyKey({ ask: input }, (key) =>
          http.call(
            asking.send,
            { id: input.integrationId },
            {
              body: {
                content: input.content,
                conversation_id: input.conversationId,
                replaces: input.replaces,
                config: input.config,
              },
              idempotencyKey: key,
            },
          ),
        ),
      ),
      stop: fromPromise(({ input }) => http.call(asking.stop, { id: input.messageId })),
      retry: fromPromise(
        async ({ input: { messageId, waits } }) =>
          (await http.call(asking.retry, { id: messageId }, { query: { wait: waits || null } })).answer,
      ),
      loadMessage: fromPromise(({ input, signal }) =>
        http.call(asking.message, { id: input.messageId }, { signal }),
      ),
    },
    actions: {
      // While a question is sent, it is kept: the session may end before it arrives.
      keepDraft: ({ context }) => keep(context, selectUnsent({ context })),
      forgetKeptDraft: ({ context }) => keep(context, ''),
      keepForNew({ context }) {
        keep(context, '')
        const { integrationId, config } = context
        const place = placeOf({ integrationId, config, conversationId: null })
        unsent.keep(place, unsentText({ pending: unsent.of(place), draft: selectUnsent({ context }) }))
      },
      // Only Chat shows the address of a new conversation, see chat-room.provide.ts.
      announceAsked: () => {},
      refreshHistory: () => {
        void cache.invalidateQueries({ predicate: ({ queryKey }) => ofConversations.has(queryKey[2]) })
        void cache.invalidateQueries({
          predicate: ({ queryKey }) => ofQuestions.has(queryKey[2]),
          refetchType: 'none',
        })
      },
    },
  })
}
