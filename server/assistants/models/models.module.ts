import type { Context } from '../../context.ts'
import { createGuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { createSeal } from '../../kernel/secrets.ts'
import type { Module } from '../../module.ts'
import { createModelDirectory } from './model-directory.ts'
import { createModelsRepository } from './models.repository.ts'
import { modelRoutes } from './models.routes.ts'
import { createModels } from './models.service.ts'

/** A model's text, or a list of model names. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

/** Language models of the operator and of organizations, and the organizations' providers. */
export const createModelsModule = async (context: Context) => {
  const { config, database, db } = context
  const providers = createModelsRepository(db)
  const seal = createSeal(config.jwtSecret, 'models')
  const http = createGuardedHttp({ ...config.web, bytesMax: ANSWER_BYTES_MAX })
  const directory = await createModelDirectory({ config, providers, seal, fetch: http.fetch })
  return {
    directory,
    async plugin(app) {
      const models = createModels({ providers, http, seal, withLock: database.withLock })
      await app.register(modelRoutes(context, { models, directory }))
    },
    close: http.close,
  } satisfies Module & Record<string, unknown>
}
