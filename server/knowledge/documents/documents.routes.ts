import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { documentFor, knowledgeBaseFor, passageFor } from '../knowledge.policy.ts'
import { presentDocument, presentPassage, presentPlacedPassage } from './documents.presenter.ts'
import type { Documents } from './documents.service.ts'
import type { Passages } from './passages.service.ts'

const RETRIES_PER_MINUTE = 30
export const documentRoutes =
  ({ db, config }: Context, documents: Documents): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const found = async (userId: string, id: string, right: Right) =>
      (await documentFor(db, userId, id, right)).document
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    serve(app, api.documents.list, async ({ user, params }) => {
      const { id } = await base(user.id, params.id, 'read')
      return (await documents.of(id, user.id)).map(presentDocument)
    })

    serve(app, api.documents.page, async ({ user, params, query }) => {
      const { id } = await base(user.id, params.id, 'read')
      const { items, total, hasMore } = await documents.page(id, user.id, query)
      return { items: items.map(presentDocument), total, has_more: hasMore }
    })

    serve(app, api.documents.changeMany, async ({ user, params, body }) => ({
      changed: await documents.changeMany(await base(user.id, params.id, 'edit'), user.id, body),
    }))

    serve(app, api.documents.get, async ({ user, params }) =>
      presentDocument(await found(user.id, params.id, 'read')),
    )

    serve(app, api.documents.change, async ({ user, params, body }) =>
      presentDocument(await documents.change(await found(user.id, params.id, 'edit'), body)),
    )

    serve(app, api.documents.remove, async ({ user, params }) => {
      await documents.remove(await found(user.id, params.id, 'edit'))
      return { message: 'The document was deleted.' }
    })

    serve(
      app,
      api.documents.retry,
      { preHandler: perUser(RETRIES_PER_MINUTE, 1) },
      async ({ user, params }) =>
        presentDocument(await documents.retry(await found(user.id, params.id, 'edit'))),
    )

    serve(app, api.documents.cancel, async ({ user, params }) =>
      presentDocument(await documents.cancel(await found(user.id, params.id, 'edit'))),
    )

    serve(app, api.passages.ofDocument, async ({ user, params, query }) => {
      const document = await found(user.id, params.id, 'read')
      const { isCurrent, passages } = await documents.textOf(document, query.passage)
      return {
        document: presentDocument(document),
        is_current: isCurrent,
        passages: passages.map(presentPassage),
      }
    })
  }

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
