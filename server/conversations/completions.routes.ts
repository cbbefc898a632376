import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import { integrationFor } from '../assistants/integrations/integrations.policy.ts'
import { presentAssistant } from '../assistants/integrations/integrations.presenter.ts'
import type { Integrations } from '../assistants/integrations/integrations.service.ts'
import type { IntegrationRow } from '../assistants/integrations/integrations.types.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal, refusal } from '../kernel/errors.ts'
import { asRefusal } from '../kernel/http/error-handler.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Organizations } from '../organizations/organizations.service.ts'
import type { Follower } from './answer-audience.ts'
import { settledFor } from './ask.routes.ts'
import {
  assistantIn,
  chunksOf,
  presentCompletion,
  presentCompletionError,
  questionIn,
} from './completions.ts'
import { continuedFor } from './conversations.policy.ts'
import type { Conversations } from './conversations.service.ts'
import { createEventStream } from './event-stream.ts'

/** Size of a whole conversation, which clients send with every question. */
const MESSAGES_BYTES_MAX = 1024 * 1024

/** Models have no visible knowledge bases. */
const NONE: ReadonlySet<string> = new Set()

/** Nothing until it is published. */
const presentModel = (row: IntegrationRow, slug: string) =>
  presentAssistant(row, NONE).map(({ id, name }) => ({
    id,
    object: 'model' as const,
    created: Math.floor(row.createdAt.getTime() / 1000),
    owned_by: slug,
    name,
  }))

type Parts = { conversations: Conversations; integrations: Integrations; organizations: Organizations }

/** Asking in the format of OpenAI's chat completions: an assistant is a model. */
export const completionRoutes =
  ({ db, log }: Context, { conversations, integrations, organizations }: Parts): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error as Parameters<typeof asRefusal>[0])
      if (refusal.status >= 500) request.log.error({ err: error }, 'a request failed')
      return reply.code(refusal.status).headers(refusal.headers).send(presentCompletionError(refusal))
    })

    // Clients of this protocol understand only its own error format.
    await app.register(
      async (unknown) => {
        unknown.setNotFoundHandler((_, reply) => reply.code(404).send(presentCompletionError(notFound())))
        // Otherwise a file of the app would be looked for.
        unknown.get('/*', { schema: { hide: true }, config: { public: true } }, (_, reply) => {
          reply.callNotFound()
        })
      },
      { prefix: '/v1' },
    )

    serve(app, api.programs.models, async ({ user }) => {
      const models = await Promise.all(
        (await organizations.of(user.id)).map(async ({ id, slug }) =>
          (await integrations.of(id, user.id)).flatMap((row) => presentModel(row, slug)),
        ),
      )
      return { object: 'list' as const, data: models.flat() }
    })

    serve(app, api.programs.model, async ({ user, params: { model } }) => {
      const row = await integrations.find(assistantIn(model), user.id)
      const owner = (await organizations.of(user.id)).find(({ id }) => id === row?.organizationId)
      const [found] = row && owner ? presentModel(row, owner.slug) : []
      if (!found) throw refusal('model_not_found', { model })
      return found
    })

    serve(
      app,
      api.programs.complete,
      { bodyLimit: MESSAGES_BYTES_MAX },
      async ({ user, apiKey, body, idempotency }, reply) => {
        const isKept = idempotency !== null
        const { model, messages, stream_options, conversation_id } = body
        const integration = await integrationFor(db, user.id, assistantIn(model), 'chat')
        const conversation = await continuedFor(db, user.id, integration.id, conversation_id)
        const { content, history } = questionIn(messages)
        const ask = (follower: Follower) =>
          conversations.ask({
            integration,
            asker: { userId: user.id },
            channel: conversation?.channel ?? (apiKey ? 'api' : 'playground'),
            config: 'published',
            content,
            conversation,
            // A continued conversation already has its history.
            history: conversation ? [] : history,
            follower,
            isWaiting: true,
          })
        if (!body.stream) {
          return presentCompletion(model, await settledFor(conversations, user.id, await ask({})))
        }
        const events = createEventStream(() => {
          // With a key, the reader returns for the answer.
          if (!isKept) void conversations.stop(asked.answer)
        })
        const asked = await ask({ token: (_, text) => events.say(() => chunks.text(text)) })
        const chunks = chunksOf(model, asked.answer)
        events.open(chunks.first())
        settledFor(conversations, user.id, asked)
          .then((row) => {
            if (asked.isRepeated) events.say(() => chunks.text(row.content))
            events.say(() => chunks.last(row))
            if (stream_options?.include_usage) events.say(() => chunks.usage(row))
            events.say(() => '[DONE]')
          })
          .catch((cause) => {
            if (!(cause instanceof Refusal))
              log.error({ err: cause }, 'an answer was not streamed to its end')
            events.say(() => presentCompletionError(asRefusal(cause)))
          })
          .finally(events.end)
        return events.answerTo(reply) as never
      },
    )
  }
