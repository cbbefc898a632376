import type { FastifyPluginAsync } from 'fastify'
import type { KnowledgeIndex } from '../../../src/services/contract/indexes.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { indexFor, knowledgeBaseFor } from '../knowledge.policy.ts'
import { presentIndexes } from './indexes.presenter.ts'
import type { Indexes } from './indexes.service.ts'

/** Each reads every document of a knowledge base. */
const INDEXES_PER_MINUTE = 10
export const indexRoutes =
  ({ db, config }: Context, indexes: Indexes): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const presented = async (userId: string, row: Parameters<typeof presentIndexes>[2][number]) =>
      (await presentIndexes(db, userId, [row]))[0] as KnowledgeIndex

    serve(app, api.indexes.list, async ({ user, params }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      return presentIndexes(db, user.id, await indexes.of(id))
    })

    serve(
      app,
      api.indexes.create,
      { preHandler: perUser(INDEXES_PER_MINUTE, 1) },
      async ({ user, params, body }) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return presented(user.id, await indexes.create(base, user.id, body))
      },
    )

    for (const action of ['cancel', 'publish', 'discard'] as const)
      serve(app, api.indexes[action], async ({ user, params }) =>
        presented(user.id, await indexes[action](await indexFor(db, user.id, params.id, 'edit'))),
      )
  }
