import type { FastifyPluginAsync } from 'fastify'
import type { System } from '../../../src/services/contract/installation.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { VERSION } from '../../kernel/package.ts'
import { EMBEDDED_MODEL } from '../../knowledge/retrieval/embedder.ts'
import { modelOf } from '../../knowledge/retrieval/outdated.ts'
import type { Module } from '../../module.ts'
import { isAdministrator } from './system.policy.ts'

const systemRoutes =
  ({ config, database, db }: Context): FastifyPluginAsync =>
  async (app) => {
    serve(
      app,
      api.installation.system,
      async ({ user }): Promise<System> => ({
        version: VERSION,
        database: database.kind,
        answers: {
          mode: config.llm ? 'model' : 'quoted',
          model: config.llm?.model ?? null,
          offered: config.llmOffered.map(({ id, model, provider }) => ({ id, model, provider })),
        },
        is_administrator: await isAdministrator(db, config, user.id),
        inbox: true,
        mails: config.smtpUrl === null ? 'kept' : 'sent',
        embeddings: {
          model: modelOf(config),
          dimensions: modelOf(config) === EMBEDDED_MODEL.model ? EMBEDDED_MODEL.dimensions : 0,
        },
      }),
    )
  }

/** Information about this installation. */
export const createSystemModule = (context: Context): Module => ({ plugin: systemRoutes(context) })
