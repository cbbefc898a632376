import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { FAQ_IMPORT_BYTES_MAX, FaqImport, FaqImportQuery } from '../../src/services/contract/faq-import.ts'
import type { Context } from '../context.ts'
import { invalid, refusal } from '../errors.ts'
import { upTo } from '../http/uploads.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { say } from '../texts/say.ts'
import type { FaqImporter } from './faq-import.ts'

const tooLarge = () => refusal('table_too_large', { megabytes: FAQ_IMPORT_BYTES_MAX / 1024 / 1024 })

export const faqImportRoutes =
  ({ db }: Context, importer: FaqImporter): FastifyPluginAsyncZod =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

    app.post(
      '/api/v1/knowledge-bases/:id/faq/import',
      {
        schema: {
          params: z.object({ id: z.uuid() }),
          querystring: FaqImportQuery,
          response: { 200: FaqImport },
        },
      },
      async (request) => {
        const { user, params, query } = request
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        const sent = request.isMultipart() ? await request.file() : undefined
        if (!sent) throw invalid({ file: say('choose_csv') })
        const chunks: Buffer[] = []
        for await (const chunk of upTo(sent.file, FAQ_IMPORT_BYTES_MAX, tooLarge)) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        return query.preview === 'true'
          ? importer.preview(base, bytes)
          : importer.add(base, user.id, bytes, query.approved === 'true')
      },
    )
  }
