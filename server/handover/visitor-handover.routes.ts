import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  Contact,
  HandoverRating,
  Helped,
  VisitorHandover,
  VisitorMessage,
} from '../../src/services/contract/handover.ts'
import type { Context } from '../context.ts'
import { visitorsConversation } from '../conversations/conversations.policy.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { Share } from '../share/share.service.ts'
import { PartParams, PUBLIC, visited } from '../share/visits.ts'
import type { Handover } from './handover.service.ts'

type Parts = { handover: Handover; share: Share }

// Per network: at most so many in so many minutes.
const REQUESTS = [10, 60] as const
const MESSAGES = [30, 1] as const

const BASE = '/api/v1/share/:id/conversations/:part'
const ANSWERS = { 200: VisitorHandover }

/** What a visitor does about a person, in a conversation of their own. */
export const visitorHandoverRoutes =
  ({ config, db }: Context, { handover, share }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const limit = limited(app, config, networkOf)
    const fewRequests = limit(...REQUESTS)
    const slowDown = limit(...MESSAGES)
    const own = async (request: FastifyRequest & { params: { id: string; part: string } }) => {
      const { opened, visitor } = await visited(share, request, request.params.id)
      return { opened, conversation: await visitorsConversation(db, visitor.id, request.params.part) }
    }

    app.get(
      `${BASE}/handover`,
      { config: PUBLIC, schema: { params: PartParams, response: ANSWERS } },
      async (request) => handover.shownToVisitor((await own(request)).conversation),
    )

    app.post(
      `${BASE}/handover`,
      { config: PUBLIC, schema: { params: PartParams, body: Contact, response: { 201: VisitorHandover } } },
      async (request, reply) => {
        await fewRequests(request)
        const { opened, conversation } = await own(request)
        return reply.code(201).send(await handover.request(conversation, opened.integration, request.body))
      },
    )

    app.post(
      `${BASE}/handover/messages`,
      {
        config: PUBLIC,
        schema: { params: PartParams, body: VisitorMessage, response: { 201: VisitorHandover } },
      },
      async (request, reply) => {
        await slowDown(request)
        const { conversation } = await own(request)
        return reply.code(201).send(await handover.visitorWrites(conversation, request.body.content))
      },
    )

    app.put(
      `${BASE}/handover/rating`,
      { config: PUBLIC, schema: { params: PartParams, body: HandoverRating, response: ANSWERS } },
      async (request) => {
        await slowDown(request)
        return handover.rate((await own(request)).conversation, request.body.rating)
      },
    )

    app.put(
      `${BASE}/helped`,
      { config: PUBLIC, schema: { params: PartParams, body: Helped, response: ANSWERS } },
      async (request) => {
        await slowDown(request)
        return handover.sayHelped((await own(request)).conversation, request.body.helped)
      },
    )
  }
