import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { presentConnector } from '../connectors/connectors.presenter.ts'
import { CONNECTORS } from '../connectors/connectors.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import type { createPreview } from './preview.ts'
import { sourceFor } from './sources.policy.ts'
import { presentSource } from './sources.presenter.ts'
import type { Sources } from './sources.service.ts'

/** Each asks other people's servers for pages. */
const PREVIEWS_PER_MINUTE = 10
const READINGS_PER_MINUTE = 20
/** Ends with the request. */
const goneOf = (raw: IncomingMessage) => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (raw.destroyed) gone.abort()
  })
  return gone.signal
}

type Parts = { sources: Sources; preview: ReturnType<typeof createPreview> }

export const sourceRoutes =
  ({ db, config }: Context, { sources, preview }: Parts): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const editable = async (userId: string, id: string) => (await sourceFor(db, userId, id, 'edit')).source

    serve(app, api.webPages.list, async ({ user, params }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      return (await sources.of(id)).map(presentSource)
    })

    serve(
      app,
      api.webPages.add,
      async ({ user, params, body }) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return presentSource(await sources.create(base, user.id, body))
      },
      { preHandler: perUser(READINGS_PER_MINUTE, 1) },
    )

    serve(
      app,
      api.webPages.preview,
      async ({ user, params, body, raw }) => {
        await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return preview(body, goneOf(raw))
      },
      { preHandler: perUser(PREVIEWS_PER_MINUTE, 1) },
    )

    serve(app, api.webPages.connectors, async () => Object.entries(CONNECTORS).map(presentConnector))

    serve(
      app,
      api.webPages.choices,
      async ({ user, params, body, raw }) => {
        const { id } = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        const before = body.source_id ? await editable(user.id, body.source_id) : null
        if (before && before.knowledgeBaseId !== id) throw notFound('source')
        return sources.choices(body.connector, body.settings, before, goneOf(raw))
      },
      { preHandler: perUser(PREVIEWS_PER_MINUTE, 1) },
    )

    serve(app, api.webPages.change, async ({ user, params, body }) =>
      presentSource(await sources.change(await editable(user.id, params.id), body)),
    )

    serve(
      app,
      api.webPages.read,
      async ({ user, params }) => presentSource(await sources.read(await editable(user.id, params.id))),
      { preHandler: perUser(READINGS_PER_MINUTE, 1) },
    )

    serve(app, api.webPages.cancel, async ({ user, params }) =>
      presentSource(await sources.cancel(await editable(user.id, params.id))),
    )

    serve(app, api.webPages.decideMissing, async ({ user, params, body }) =>
      presentSource(await sources.decide(await editable(user.id, params.id), body)),
    )

    serve(app, api.webPages.remove, async ({ user, params }) => {
      await sources.remove(await editable(user.id, params.id))
      return { message: 'The source was deleted with its documents.' }
    })
  }
