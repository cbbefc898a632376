import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  Document,
  DocumentList,
  DocumentText,
  FILE_BYTES_MAX,
  FILES_PER_REQUEST_MAX,
  UploadResults,
} from '../../src/services/contract/documents.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { limited } from '../http/rate-limits.ts'
import { upTo } from '../http/uploads.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { documentFor } from './documents.policy.ts'
import { presentDocument, presentPassage } from './documents.presenter.ts'
import type { Documents, Received } from './documents.service.ts'

const FILES_COUNTED_MAX = 500
const TOO_MANY = `Only ${FILES_PER_REQUEST_MAX} files can be added at once.`
const RETRIES_PER_MINUTE = 30
const Params = z.object({ id: z.uuid() })

export const documentRoutes =
  ({ db, config }: Context, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, {
      limits: { fileSize: Number.POSITIVE_INFINITY, files: FILES_COUNTED_MAX, fields: 20 },
    })
    const perUser = limited(app, config, ({ user }) => user.id)
    const found = (userId: string, id: string, intent: 'read' | 'edit') => documentFor(db, userId, id, intent)
    const base = (userId: string, id: string, intent: 'read' | 'edit') =>
      knowledgeBaseFor(db, userId, id, intent)

    app.get(
      '/api/v1/knowledge-bases/:id/documents',
      { schema: { params: Params, response: { 200: DocumentList } } },
      async ({ user, params }) => {
        const { id } = await base(user.id, params.id, 'read')
        return (await documents.of(id)).map(presentDocument)
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/documents',
      { schema: { params: Params, response: { 201: UploadResults } } },
      async (request, reply) => {
        const { user, params } = request
        const into = await base(user.id, params.id, 'edit')
        if (!request.isMultipart()) throw invalid({ files: 'Choose at least one file.' })
        const results: Received[] = []
        let readPast = 0
        for await (const { file, filename } of request.files()) {
          if (results.length < FILES_PER_REQUEST_MAX) {
            results.push(await documents.receive(file, filename, into, user.id))
          } else {
            for await (const chunk of upTo(file, FILE_BYTES_MAX - readPast, TOO_MANY))
              readPast += chunk.length
            results.push(documents.tooMany(filename))
          }
        }
        if (results.length === 0) throw invalid({ files: 'Choose at least one file.' })
        return reply.code(201).send({
          results: results.map((result) => ({
            ...result,
            document: result.document && presentDocument(result.document),
          })),
        })
      },
    )

    app.get(
      '/api/v1/documents/:id',
      { schema: { params: Params, response: { 200: Document } } },
      async ({ user, params }) => presentDocument(await found(user.id, params.id, 'read')),
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

    app.get(
      '/api/v1/documents/:id/passages',
      { schema: { params: Params, response: { 200: DocumentText } } },
      async ({ user, params }) => {
        const document = await found(user.id, params.id, 'read')
        const passages = document.status === 'ready' ? await documents.passagesOf(document.id) : []
        return { document: presentDocument(document), passages: passages.map(presentPassage) }
      },
    )
  }
