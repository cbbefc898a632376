import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Passage, PassagePatch } from '../../src/services/contract/documents.ts'
import type { Context } from '../context.ts'
import { passageFor } from './documents.policy.ts'
import { presentPassage } from './documents.presenter.ts'
import type { Passages } from './passages.service.ts'

const Params = z.object({ id: z.uuid() })

export const passageRoutes =
  ({ db }: Context, passages: Passages): FastifyPluginAsyncZod =>
  async (app) => {
    app.patch(
      '/api/v1/passages/:id',
      { schema: { params: Params, body: PassagePatch, response: { 200: Passage } } },
      async ({ user, params, body }) => {
        const { passage } = await passageFor(db, user.id, params.id, 'edit')
        return presentPassage(await passages.change(passage, body))
      },
    )
  }
