import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { FAQ_IMPORT_BYTES_MAX } from '../../../src/services/contract/faq-import.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { invalid, refusal } from '../../kernel/errors.ts'
import { serve } from '../../kernel/http/serve.ts'
import { upTo } from '../../kernel/http/uploads.ts'
import { say } from '../../kernel/texts/say.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import type { FaqImporter } from './faq-import.ts'

const tooLarge = () => refusal('table_too_large', { megabytes: FAQ_IMPORT_BYTES_MAX / 1024 / 1024 })

export const faqImportRoutes =
  ({ db }: Context, importer: FaqImporter): FastifyPluginAsync =>
  async (app) => {
    // Bytes are counted where they are read.
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

    serve(app, api.documents.importFaq, async (request) => {
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
