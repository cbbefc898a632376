import type { Context } from '../../context.ts'
import { createPictures } from '../../kernel/pictures/pictures.ts'
import { createKnowledgeBasesRepository } from '../../knowledge/knowledge-bases/knowledge-bases.repository.ts'
import type { Module } from '../../module.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { createIntegrationsRepository } from './integrations.repository.ts'
import { integrationRoutes } from './integrations.routes.ts'
import { createIntegrations } from './integrations.service.ts'

/** Assistants: drafts and published versions. */
export const createIntegrationsModule = (
  context: Context,
  { directory }: { directory: Pick<ModelDirectory, 'offered'> },
) => {
  const { db, hub, limits } = context
  const integrations = createIntegrations({
    integrations: createIntegrationsRepository(db),
    knowledgeBases: createKnowledgeBasesRepository(db),
    hub,
    limits,
    pictures: createPictures(db),
    directory,
  })
  return {
    integrations,
    async plugin(app) {
      await app.register(integrationRoutes(context, integrations))
    },
  } satisfies Module & Record<string, unknown>
}
