import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import { integrationFor } from '../assistants/integrations/integrations.policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../kernel/errors.ts'
import { asRefusal } from '../kernel/http/error-handler.ts'
import { serve } from '../kernel/http/serve.ts'
import { citedDocuments, type Follower } from './answer-audience.ts'
import { continuedFor } from './conversations.policy.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import type { Conversations } from './conversations.service.ts'
import type { AskedRows, MessageRow } from './conversations.types.ts'
import { createEventStream } from './event-stream.ts'

const BAD_GATEWAY = 502

/** The finished answer as its asker may read it, for the request that waited for it. @throws Refusal if it failed */
export const settledFor = async (conversations: Conversations, userId: string, asked: AskedRows) => {
  const answer = await conversations.shown(userId, await conversations.settled(asked))
  if (answer.error) throw new Refusal(BAD_GATEWAY, answer.error)
  return answer
}

/** Asking with one request, which waits for the answer or streams it. */
export const askRoutes =
  ({ db, log }: Context, { conversations }: { conversations: Conversations }): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.asking.ask, async ({ user, apiKey, params, body, headers, idempotency }, reply) => {
      const isKept = idempotency !== null
      const integration = await integrationFor(db, user.id, params.id, 'chat')
      const conversation = await continuedFor(db, user.id, integration.id, body.conversation_id)
      const ask = (follower: Follower) =>
        conversations.ask({
          integration,
          asker: { userId: user.id },
          channel: conversation?.channel ?? (apiKey ? 'api' : 'playground'),
          config: body.config,
          content: body.content,
          conversation,
          follower,
          isWaiting: true,
        })
      const present = ({ conversation, question }: AskedRows, answer: MessageRow) => ({
        conversation: presentConversation(conversation),
        question: presentMessage(question, new Set()),
        answer: presentMessage(answer, citedDocuments(answer)),
      })
      if (!body.stream && !headers.accept?.includes('text/event-stream')) {
        const asked = await ask({})
        return present(asked, await settledFor(conversations, user.id, asked))
      }
      const events = createEventStream(() => {
        // With a key, the reader returns for the answer.
        if (!isKept) void conversations.stop(asked.answer)
      })
      const asked = await ask({
        token: (index, text) => events.say(() => ({ index, text }), 'token'),
        citations: (citations) => events.say(() => ({ citations }), 'citations'),
      })
      events.open(present(asked, asked.answer), 'started')
      settledFor(conversations, user.id, asked)
        .then((answer) => events.say(() => present(asked, answer), 'done'))
        .catch((cause) => {
          if (!(cause instanceof Refusal)) log.error({ err: cause }, 'an answer was not streamed to its end')
          events.say(() => asRefusal(cause).body, 'error')
        })
        .finally(events.end)
      return events.answerTo(reply) as never
    })
  }
