import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { KnowledgeIndex, KnowledgeIndexes, NewKnowledgeIndex } from '../../src/services/contract/indexes.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { indexFor } from './indexes.policy.ts'
import { presentIndex } from './indexes.presenter.ts'
import type { Indexes } from './indexes.service.ts'

/** Each reads every document of a knowledge base. */
const INDEXES_PER_MINUTE = 10
const Params = z.object({ id: z.uuid() })

export const indexRoutes =
  ({ db, config }: Context, indexes: Indexes): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)

    app.get(
      '/api/v1/knowledge-bases/:id/indexes',
      { schema: { params: Params, response: { 200: KnowledgeIndexes } } },
      async ({ user, params }) => {
        const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
        return (await indexes.of(id)).map(presentIndex)
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/indexes',
      {
        preHandler: perUser(INDEXES_PER_MINUTE, 1),
        schema: { params: Params, body: NewKnowledgeIndex, response: { 201: KnowledgeIndex } },
      },
      async ({ user, params, body }, reply) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return reply.code(201).send(presentIndex(await indexes.create(base, user.id, body)))
      },
    )

    for (const action of ['cancel', 'publish', 'discard'] as const)
      app.post(
        `/api/v1/indexes/:id/${action}`,
        { schema: { params: Params, response: { 200: KnowledgeIndex } } },
        async ({ user, params }) =>
          presentIndex(await indexes[action](await indexFor(db, user.id, params.id, 'edit'))),
      )
  }
