import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { FILE_BYTES_MAX, FILES_PER_REQUEST_MAX } from '../../../src/services/contract/documents.ts'
import { FAQ_IMPORT_BYTES_MAX } from '../../../src/services/contract/faq-import.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { invalid, refusal } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { upTo } from '../../kernel/http/uploads.ts'
import { say } from '../../kernel/texts/say.ts'
import { documentFor, knowledgeBaseFor } from '../knowledge.policy.ts'
import type { Batches } from './batches.ts'
import type { Contents } from './contents.service.ts'
import { presentDocument, presentVersion } from './documents.presenter.ts'
import type { FaqImporter } from './faq-import.ts'

const FILES_COUNTED_MAX = 500
const tooMany = () => refusal('too_many_files', { max: FILES_PER_REQUEST_MAX })
const NO_FILE = { files: say('choose_file') }
// The longest bodies of their schemas, with each character escaped.
const TEXT_BYTES_MAX = 1.25 * 1024 * 1024
const KNOWN_BYTES_MAX = 6.25 * 1024 * 1024

/** Contents of documents: uploaded and fetched files, typed texts, and their versions. */
export const contentRoutes =
  ({ db }: Context, contents: Contents, batches: Pick<Batches, 'whileArriving'>): FastifyPluginAsync =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, {
      limits: { fileSize: Number.POSITIVE_INFINITY, files: FILES_COUNTED_MAX, fields: 20 },
    })
    const found = (userId: string, id: string, right: Right) => documentFor(db, userId, id, right)
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    serve(app, api.documents.upload, async (request) => {
      const { user, params } = request
      const into = await base(user.id, params.id, 'edit')
      if (!request.isMultipart()) throw invalid(NO_FILE)
      const results = await batches.whileArriving(into.id, user.id, async () => {
        const received: Awaited<ReturnType<Contents['addFile']>>[] = []
        let readPast = 0
        for await (const { file, filename } of request.files()) {
          if (received.length < FILES_PER_REQUEST_MAX) {
            received.push(await contents.addFile(into, user.id, file, filename))
          } else {
            for await (const chunk of upTo(file, FILE_BYTES_MAX - readPast, tooMany)) readPast += chunk.length
            received.push(contents.tooMany(filename))
          }
        }
        return received
      })
      if (results.length === 0) throw invalid(NO_FILE)
      return {
        results: results.map((result) => ({
          ...result,
          document: result.document && presentDocument(result.document),
        })),
      }
    })

    serve(
      app,
      api.documents.known,
      { bodyLimit: KNOWN_BYTES_MAX, preParsing: ({ user, params }) => base(user.id, params.id, 'read') },
      async ({ user, params, body: { hashes, names = [] } }) =>
        contents.known(await base(user.id, params.id, 'read'), user.id, hashes, names),
    )

    serve(
      app,
      api.documents.addText,
      { bodyLimit: TEXT_BYTES_MAX, preParsing: ({ user, params }) => base(user.id, params.id, 'edit') },
      async ({ user, params, body }) =>
        presentDocument(await contents.addText(await base(user.id, params.id, 'edit'), user.id, body)),
    )

    serve(app, api.documents.addFaq, async ({ user, params, body }) => {
      const added = await contents.addFaq(await base(user.id, params.id, 'edit'), user.id, body)
      return presentDocument(added)
    })

    serve(app, api.documents.file, async ({ user, params, query }, reply) => {
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
    })

    serve(app, api.documents.replace, async (request) => {
      const { user, params } = request
      const { document, organizationId } = await found(user.id, params.id, 'edit')
      const sent = request.isMultipart() ? await request.file() : undefined
      if (!sent) throw invalid(NO_FILE)
      if (document.source !== 'file') throw refusal('not_a_file')
      return presentDocument(
        await contents.replace(organizationId, user.id, document, { name: sent.filename, stream: sent.file }),
      )
    })

    serve(
      app,
      api.documents.changeText,
      { bodyLimit: TEXT_BYTES_MAX, preParsing: ({ user, params }) => found(user.id, params.id, 'edit') },
      async ({ user, params, body }) =>
        presentDocument(await contents.changeText(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    serve(app, api.documents.changeFaq, async ({ user, params, body }) =>
      presentDocument(await contents.changeFaq(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    serve(app, api.documents.versions, async ({ user, params }) => {
      const { document } = await found(user.id, params.id, 'read')
      return (await contents.versionsOf(document)).map(presentVersion)
    })

    serve(app, api.documents.restore, async ({ user, params }) =>
      presentDocument(
        await contents.restore(await found(user.id, params.id, 'edit'), user.id, params.number),
      ),
    )
  }

/** A preview and its import, a few times over. */
const IMPORTS_PER_MINUTE = 20
const tooLarge = () => refusal('table_too_large', { megabytes: FAQ_IMPORT_BYTES_MAX / 1024 / 1024 })

export const faqImportRoutes =
  ({ db, config }: Context, importer: FaqImporter): FastifyPluginAsync =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

    const perUser = limited(app, config, ({ user }) => user.id)

    serve(app, api.documents.importFaq, { preHandler: perUser(IMPORTS_PER_MINUTE, 1) }, async (request) => {
      const { user, params, query } = request
      const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
      const sent = request.isMultipart() ? await request.file() : undefined
      if (!sent) throw invalid({ file: say('choose_csv') })
      const chunks: Buffer[] = []
      for await (const chunk of upTo(sent.file, FAQ_IMPORT_BYTES_MAX, tooLarge)) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      return query.preview === 'true'
        ? importer.preview(base, user.id, bytes)
        : importer.add(base, user.id, bytes, query.approved === 'true')
    })
  }
