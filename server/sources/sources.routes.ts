import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  MissingPages,
  NewSource,
  Source,
  SourceList,
  SourcePatch,
  SourcePreview,
  SourceSettings,
} from '../../src/services/contract/sources.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import type { createPreview } from './preview.ts'
import { sourceFor } from './sources.policy.ts'
import { presentSource } from './sources.presenter.ts'
import type { Sources } from './sources.service.ts'

/** Each asks other people's servers for pages. */
const PREVIEWS_PER_MINUTE = 10
const READINGS_PER_MINUTE = 20
const Params = z.object({ id: z.uuid() })

type Parts = { sources: Sources; preview: ReturnType<typeof createPreview> }

export const sourceRoutes =
  ({ db, config }: Context, { sources, preview }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const editable = async (userId: string, id: string) => (await sourceFor(db, userId, id, 'edit')).source

    app.get(
      '/api/v1/knowledge-bases/:id/sources',
      { schema: { params: Params, response: { 200: SourceList } } },
      async ({ user, params }) => {
        const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
        return (await sources.of(id)).map(presentSource)
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/sources',
      {
        preHandler: perUser(READINGS_PER_MINUTE, 1),
        schema: { params: Params, body: NewSource, response: { 201: Source } },
      },
      async ({ user, params, body }, reply) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return reply.code(201).send(presentSource(await sources.create(base, user.id, body)))
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/sources/preview',
      {
        preHandler: perUser(PREVIEWS_PER_MINUTE, 1),
        schema: { params: Params, body: SourceSettings, response: { 200: SourcePreview } },
      },
      async ({ user, params, body, raw }) => {
        await knowledgeBaseFor(db, user.id, params.id, 'edit')
        const gone = new AbortController()
        raw.once('close', () => {
          if (raw.destroyed) gone.abort()
        })
        return preview(body, gone.signal)
      },
    )

    app.patch(
      '/api/v1/sources/:id',
      { schema: { params: Params, body: SourcePatch, response: { 200: Source } } },
      async ({ user, params, body }) =>
        presentSource(await sources.change(await editable(user.id, params.id), body)),
    )

    app.post(
      '/api/v1/sources/:id/read',
      {
        preHandler: perUser(READINGS_PER_MINUTE, 1),
        schema: { params: Params, response: { 200: Source } },
      },
      async ({ user, params }) => presentSource(await sources.read(await editable(user.id, params.id))),
    )

    app.post(
      '/api/v1/sources/:id/cancel',
      { schema: { params: Params, response: { 200: Source } } },
      async ({ user, params }) => presentSource(await sources.cancel(await editable(user.id, params.id))),
    )

    app.post(
      '/api/v1/sources/:id/missing-pages',
      { schema: { params: Params, body: MissingPages, response: { 200: Source } } },
      async ({ user, params, body }) =>
        presentSource(await sources.decide(await editable(user.id, params.id), body)),
    )

    app.delete(
      '/api/v1/sources/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await sources.remove(await editable(user.id, params.id))
        return { message: 'The source was deleted with its documents.' }
      },
    )
  }
