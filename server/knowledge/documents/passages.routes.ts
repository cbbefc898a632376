import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { passageFor } from './documents.policy.ts'
import { presentPassage, presentPlacedPassage } from './documents.presenter.ts'
import type { Passages } from './passages.service.ts'
export const passageRoutes =
  ({ db }: Context, passages: Passages): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.passages.page, async ({ user, params, query }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      const { items, total, hasMore } = await passages.page(id, user.id, query)
      return { items: items.map(presentPlacedPassage), total, has_more: hasMore }
    })

    serve(app, api.passages.change, async ({ user, params, body }) => {
      const { passage } = await passageFor(db, user.id, params.id, 'edit')
      return presentPassage(await passages.change(passage, body))
    })
  }
