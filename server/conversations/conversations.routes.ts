import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { ConversationExport, ConversationQuery } from '../../src/services/contract/conversations.ts'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Transcript } from '../../src/services/contract/transcript.ts'
import { integrationFor } from '../assistants/integrations/integrations.policy.ts'
import type { Integrations } from '../assistants/integrations/integrations.service.ts'
import type { Context } from '../context.ts'
import { fieldsOf, recordAlone } from '../kernel/audit.ts'
import { refusal } from '../kernel/errors.ts'
import { serve } from '../kernel/http/serve.ts'
import { readAccessOf } from '../knowledge/readers/may-read.ts'
import { asCsv, asJsonLines } from './conversations.export.ts'
import { changeableFor, continuedFor, conversationFor, messageFor } from './conversations.policy.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import type { Conversations } from './conversations.service.ts'
import { type AskedRows, isOfVisitor, type MessageRow } from './conversations.types.ts'

type Parts = {
  conversations: Conversations
  integrations: Integrations
  /** With its newest entries. */
  handedOver: (conversationId: string) => Promise<Transcript['handover']>
  /** By conversation, with all entries. */
  allHandedOver: (conversationIds: string[]) => Promise<ReadonlyMap<string, Transcript['handover']>>
}
const presentAsked = ({ conversation, question, answer }: AskedRows) => ({
  conversation: presentConversation(conversation),
  question: presentMessage(question, new Set()),
  answer: presentMessage(answer, new Set()),
})

export const conversationRoutes =
  ({ db }: Context, { conversations, integrations, handedOver, allHandedOver }: Parts): FastifyPluginAsync =>
  async (app) => {
    const integration = (userId: string, id: string, right: Right = 'chat') =>
      integrationFor(db, userId, id, right)
    const presented = async (userId: string, row: MessageRow) => {
      const message = await conversations.shown(userId, row)
      return presentMessage(message, await conversations.existing([message]))
    }

    type Assistants = { organizationId: string; integrationIds: string[] }
    const listed = async (
      { organizationId, integrationIds }: Assistants,
      userId: string,
      query: z.output<typeof ConversationQuery>,
    ) => {
      const { mine, config, before, before_at, limit, time_zone: timeZone, ...filter } = query
      const ownerId = mine === 'true' ? userId : undefined
      const access = await readAccessOf(db, userId, organizationId)
      const selection = { integrationIds, filter, timeZone, access, ownerId, config }
      const page = await conversations.page(selection, limit, { before, before_at })
      return { items: page.items.map(presentConversation), total: page.total, has_more: page.hasMore }
    }
    const exported = async (
      reply: FastifyReply,
      { organizationId, integrationIds }: Assistants,
      userId: string,
      { format, time_zone: timeZone, ...filter }: z.output<typeof ConversationExport>,
    ) => {
      const details = { format, fields: fieldsOf(filter) }
      await recordAlone(db, organizationId, { action: 'export.conversations', details })
      const access = await readAccessOf(db, userId, organizationId)
      const whole = async function* () {
        for await (const some of conversations.all({ integrationIds, filter, timeZone, access })) {
          const handovers = await allHandedOver(some.map(({ conversation }) => conversation.id))
          for (const each of some) yield { ...each, handover: handovers.get(each.conversation.id) ?? null }
        }
      }
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="conversations.${format}"`)
        .send(Readable.from(format === 'csv' ? asCsv(whole()) : asJsonLines(whole())))
    }
    const assistantsOf = async (userId: string, organizationId: string) => ({
      organizationId,
      integrationIds: await integrations.idsOf(organizationId, userId),
    })
    const assistant = async (userId: string, id: string) => {
      const { organizationId } = await integration(userId, id, 'read')
      return { organizationId, integrationIds: [id] }
    }

    serve(app, api.conversations.ofAssistant, async ({ user, params, query }) =>
      listed(await assistant(user.id, params.id), user.id, query),
    )

    serve(app, api.conversations.ofOrganization, async ({ user, params, query }) =>
      listed(await assistantsOf(user.id, params.organizationId), user.id, query),
    )

    serve(app, api.conversations.exportOfAssistant, async ({ user, params, query }, reply) =>
      exported(reply, await assistant(user.id, params.id), user.id, query),
    )

    serve(app, api.conversations.exportOfOrganization, async ({ user, params, query }, reply) =>
      exported(reply, await assistantsOf(user.id, params.organizationId), user.id, query),
    )

    serve(app, api.asking.send, async ({ user, apiKey, params, body }) => {
      const asked = await integration(user.id, params.id)
      const conversation = await continuedFor(db, user.id, asked.id, body.conversation_id)
      if (conversation && body.replaces) await changeableFor(db, user.id, conversation.id)
      const channel = conversation?.channel ?? (apiKey ? 'api' : body.channel)
      const rows = await conversations.ask({
        integration: asked,
        asker: { userId: user.id },
        channel,
        config: channel === 'chat' ? 'published' : body.config,
        content: body.content,
        replaces: body.replaces ?? null,
        conversation,
      })
      return presentAsked(rows)
    })

    serve(app, api.conversations.get, async ({ user, params }) => {
      const { conversation, mayChange } = await conversationFor(db, user.id, params.id)
      const { messages, existing } = await conversations.detail(conversation, user.id)
      return {
        conversation: presentConversation(conversation),
        messages: messages.map((message) => presentMessage(message, existing)),
        may_change: mayChange,
        handover: await handedOver(conversation.id),
      }
    })

    serve(app, api.conversations.change, async ({ user, params, body }) =>
      presentConversation(await conversations.change(await changeableFor(db, user.id, params.id), body)),
    )

    serve(app, api.conversations.remove, async ({ user, params }) => {
      await conversations.remove(await changeableFor(db, user.id, params.id))
      return { message: 'The conversation was deleted.' }
    })

    serve(app, api.asking.message, async ({ user, params }) =>
      presented(user.id, (await messageFor(db, user.id, params.id)).message),
    )

    /** The person who was answered rates: a visitor's rating belongs to the visitor. */
    const rateable = async (userId: string, id: string) => {
      const found = await messageFor(db, userId, id)
      if (isOfVisitor(found.conversation)) throw refusal('visitors_answer')
      return found
    }

    serve(app, api.asking.rate, async ({ user, params, body }) => {
      const { message } = await rateable(user.id, params.id)
      return presented(user.id, await conversations.rate(message, body))
    })

    serve(app, api.asking.unrate, async ({ user, params }) => {
      const { message } = await rateable(user.id, params.id)
      return presented(user.id, await conversations.rate(message, null))
    })

    serve(app, api.asking.stop, async ({ user, params }) => {
      const { message } = await messageFor(db, user.id, params.id)
      return presented(user.id, await conversations.stop(message))
    })

    serve(app, api.asking.retry, async ({ user, params, query }) => {
      const { message, conversation } = await messageFor(db, user.id, params.id)
      await changeableFor(db, user.id, conversation.id)
      return presentAsked(
        await conversations.retry({
          message,
          conversation,
          integration: await integration(user.id, conversation.integrationId),
          asker: { userId: user.id },
          waits: query.wait === 'true',
        }),
      )
    })
  }
