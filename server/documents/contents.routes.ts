import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  Document,
  DocumentVersions,
  FaqPair,
  FILE_BYTES_MAX,
  FILES_PER_REQUEST_MAX,
  KnownContents,
  KnownContentsResult,
  TypedText,
  UploadResults,
} from '../../src/services/contract/documents.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { invalid, refusal } from '../errors.ts'
import { upTo } from '../http/uploads.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { say } from '../texts/say.ts'
import type { Contents } from './contents.service.ts'
import { documentFor } from './documents.policy.ts'
import { presentDocument, presentVersion } from './documents.presenter.ts'

const FILES_COUNTED_MAX = 500
const tooMany = () => refusal('too_many_files', { max: FILES_PER_REQUEST_MAX })
const NO_FILE = { files: say('choose_file') }
const Params = z.object({ id: z.uuid() })
const VersionParams = z.object({ id: z.uuid(), number: z.coerce.number().check(z.int(), z.minimum(1)) })

/** What is in documents: files that are sent and fetched, texts that are typed, and their versions. */
export const contentRoutes =
  ({ db }: Context, contents: Contents): FastifyPluginAsyncZod =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, {
      limits: { fileSize: Number.POSITIVE_INFINITY, files: FILES_COUNTED_MAX, fields: 20 },
    })
    const found = (userId: string, id: string, right: Right) => documentFor(db, userId, id, right)
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    app.post(
      '/api/v1/knowledge-bases/:id/documents',
      { schema: { params: Params, response: { 201: UploadResults } } },
      async (request, reply) => {
        const { user, params } = request
        const into = await base(user.id, params.id, 'edit')
        if (!request.isMultipart()) throw invalid(NO_FILE)
        const results: Awaited<ReturnType<Contents['addFile']>>[] = []
        let readPast = 0
        for await (const { file, filename } of request.files()) {
          if (results.length < FILES_PER_REQUEST_MAX) {
            results.push(await contents.addFile(into, user.id, file, filename))
          } else {
            for await (const chunk of upTo(file, FILE_BYTES_MAX - readPast, tooMany)) readPast += chunk.length
            results.push(contents.tooMany(filename))
          }
        }
        if (results.length === 0) throw invalid(NO_FILE)
        return reply.code(201).send({
          results: results.map((result) => ({
            ...result,
            document: result.document && presentDocument(result.document),
          })),
        })
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/documents/known',
      { schema: { params: Params, body: KnownContents, response: { 200: KnownContentsResult } } },
      async ({ user, params, body: { hashes, names = [] } }) =>
        contents.known(await base(user.id, params.id, 'read'), hashes, names),
    )

    app.post(
      '/api/v1/knowledge-bases/:id/texts',
      { schema: { params: Params, body: TypedText, response: { 201: Document } } },
      async ({ user, params, body }, reply) => {
        const added = await contents.addText(await base(user.id, params.id, 'edit'), user.id, body)
        return reply.code(201).send(presentDocument(added))
      },
    )

    app.post(
      '/api/v1/knowledge-bases/:id/faq',
      { schema: { params: Params, body: FaqPair, response: { 201: Document } } },
      async ({ user, params, body }, reply) => {
        const added = await contents.addFaq(await base(user.id, params.id, 'edit'), user.id, body)
        return reply.code(201).send(presentDocument(added))
      },
    )

    app.get(
      '/api/v1/documents/:id/file',
      { schema: { params: Params, querystring: z.object({ version: z.optional(z.coerce.number()) }) } },
      async ({ user, params, query }, reply) => {
        const { document } = await found(user.id, params.id, 'read')
        const { file, fileName } = await contents.fileOf(document, query.version)
        return reply
          .type('application/octet-stream')
          .headers({
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, no-store',
          })
          .send(file)
      },
    )

    app.put(
      '/api/v1/documents/:id/file',
      { schema: { params: Params, response: { 200: Document } } },
      async (request) => {
        const { user, params } = request
        const { document, organizationId } = await found(user.id, params.id, 'edit')
        const sent = request.isMultipart() ? await request.file() : undefined
        if (!sent) throw invalid(NO_FILE)
        if (document.source !== 'file') throw refusal('not_a_file')
        return presentDocument(await contents.replace(organizationId, user.id, document, sent.file))
      },
    )

    app.put(
      '/api/v1/documents/:id/text',
      { schema: { params: Params, body: TypedText, response: { 200: Document } } },
      async ({ user, params, body }) =>
        presentDocument(await contents.changeText(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    app.put(
      '/api/v1/documents/:id/faq',
      { schema: { params: Params, body: FaqPair, response: { 200: Document } } },
      async ({ user, params, body }) =>
        presentDocument(await contents.changeFaq(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    app.get(
      '/api/v1/documents/:id/versions',
      { schema: { params: Params, response: { 200: DocumentVersions } } },
      async ({ user, params }) => {
        const { document } = await found(user.id, params.id, 'read')
        return (await contents.versionsOf(document)).map(presentVersion)
      },
    )

    app.post(
      '/api/v1/documents/:id/versions/:number/restore',
      { schema: { params: VersionParams, response: { 200: Document } } },
      async ({ user, params }) =>
        presentDocument(
          await contents.restore(await found(user.id, params.id, 'edit'), user.id, params.number),
        ),
    )
  }
