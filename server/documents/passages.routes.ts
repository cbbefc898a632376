import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Passage, PassagePage, PassagePatch, PassageQuery } from '../../src/services/contract/documents.ts'
import type { Context } from '../context.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { passageFor } from './documents.policy.ts'
import { presentPassage, presentPlacedPassage } from './documents.presenter.ts'
import type { Passages } from './passages.service.ts'

const Params = z.object({ id: z.uuid() })

export const passageRoutes =
  ({ db }: Context, passages: Passages): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/knowledge-bases/:id/passages',
      { schema: { params: Params, querystring: PassageQuery, response: { 200: PassagePage } } },
      async ({ user, params, query }) => {
        const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
        const { items, total, hasMore } = await passages.page(id, query)
        return { items: items.map(presentPlacedPassage), total, has_more: hasMore }
      },
    )

    app.patch(
      '/api/v1/passages/:id',
      { schema: { params: Params, body: PassagePatch, response: { 200: Passage } } },
      async ({ user, params, body }) => {
        const { passage } = await passageFor(db, user.id, params.id, 'edit')
        return presentPassage(await passages.change(passage, body))
      },
    )
  }
