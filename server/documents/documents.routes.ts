import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged, Uuid } from '../../src/services/contract/common.ts'
import {
  Document,
  DocumentList,
  DocumentPage,
  DocumentPatch,
  DocumentQuery,
  DocumentsChange,
  DocumentsChanged,
  DocumentText,
} from '../../src/services/contract/documents.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { documentFor } from './documents.policy.ts'
import { presentDocument, presentPassage } from './documents.presenter.ts'
import type { Documents } from './documents.service.ts'

const RETRIES_PER_MINUTE = 30
const Params = z.object({ id: z.uuid() })

export const documentRoutes =
  ({ db, config }: Context, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const found = async (userId: string, id: string, right: Right) =>
      (await documentFor(db, userId, id, right)).document
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    app.get(
      '/api/v1/knowledge-bases/:id/documents',
      { schema: { params: Params, response: { 200: DocumentList } } },
      async ({ user, params }) => {
        const { id } = await base(user.id, params.id, 'read')
        return (await documents.of(id)).map(presentDocument)
      },
    )

    app.get(
      '/api/v1/knowledge-bases/:id/documents/search',
      { schema: { params: Params, querystring: DocumentQuery, response: { 200: DocumentPage } } },
      async ({ user, params, query }) => {
        const { id } = await base(user.id, params.id, 'read')
        const { items, total, hasMore } = await documents.page(id, query)
        return { items: items.map(presentDocument), total, has_more: hasMore }
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/documents/change',
      { schema: { params: Params, body: DocumentsChange, response: { 200: DocumentsChanged } } },
      async ({ user, params, body }) => ({
        changed: await documents.changeMany(await base(user.id, params.id, 'edit'), body),
      }),
    )

    app.get(
      '/api/v1/documents/:id',
      { schema: { params: Params, response: { 200: Document } } },
      async ({ user, params }) => presentDocument(await found(user.id, params.id, 'read')),
    )

    app.patch(
      '/api/v1/documents/:id',
      { schema: { params: Params, body: DocumentPatch, response: { 200: Document } } },
      async ({ user, params, body }) =>
        presentDocument(await documents.change(await found(user.id, params.id, 'edit'), body)),
    )

    app.delete(
      '/api/v1/documents/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await documents.remove(await found(user.id, params.id, 'edit'))
        return { message: 'The document was deleted.' }
      },
    )

    app.post(
      '/api/v1/documents/:id/retry',
      {
        preHandler: perUser(RETRIES_PER_MINUTE, 1),
        schema: { params: Params, response: { 200: Document } },
      },
      async ({ user, params }) =>
        presentDocument(await documents.retry(await found(user.id, params.id, 'edit'))),
    )

    app.post(
      '/api/v1/documents/:id/cancel',
      { schema: { params: Params, response: { 200: Document } } },
      async ({ user, params }) =>
        presentDocument(await documents.cancel(await found(user.id, params.id, 'edit'))),
    )

    app.get(
      '/api/v1/documents/:id/passages',
      {
        schema: {
          params: Params,
          querystring: z.object({ passage: z.optional(Uuid) }),
          response: { 200: DocumentText },
        },
      },
      async ({ user, params, query }) => {
        const document = await found(user.id, params.id, 'read')
        const { isCurrent, passages } = await documents.textOf(document, query.passage)
        return {
          document: presentDocument(document),
          is_current: isCurrent,
          passages: passages.map(presentPassage),
        }
      },
    )
  }
