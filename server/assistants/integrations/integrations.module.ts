import type { FastifyPluginAsync } from 'fastify'
import { ASSISTANT_LOGO_BYTES_MAX } from '../../../src/services/contract/integrations.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { createPictures } from '../../kernel/pictures/pictures.ts'
import { fileOf, takeOneFile } from '../../kernel/pictures/upload.ts'
import { createKnowledgeBasesRepository } from '../../knowledge/knowledge-bases/knowledge-bases.repository.ts'
import { readableAmong } from '../../knowledge/readers/may-read.ts'
import type { Module } from '../../module.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { integrationFor } from './integrations.policy.ts'
import { presentIntegration } from './integrations.presenter.ts'
import { createIntegrationsRepository } from './integrations.repository.ts'
import { integrationRoutes } from './integrations.routes.ts'
import { createIntegrations, type Integrations } from './integrations.service.ts'
import type { IntegrationRow } from './integrations.types.ts'

/** The logo of an assistant's draft: visitors see it after publication. */
const logoRoutes =
  ({ db }: Context, integrations: Integrations): FastifyPluginAsync =>
  async (app) => {
    await takeOneFile(app)
    const presented = async (userId: string, row: IntegrationRow) =>
      presentIntegration(row, await readableAmong(db, userId, row.knowledgeBaseIds))

    serve(app, api.assistants.setLogo, async (request) => {
      const draft = await integrationFor(db, request.user.id, request.params.id, 'edit')
      const file = await fileOf(request, ASSISTANT_LOGO_BYTES_MAX)
      return presented(request.user.id, await integrations.setLogo(draft, file))
    })

    serve(app, api.assistants.removeLogo, async ({ user, params }) => {
      const draft = await integrationFor(db, user.id, params.id, 'edit')
      return presented(user.id, await integrations.removeLogo(draft))
    })
  }

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
      await app.register(logoRoutes(context, integrations))
    },
  } satisfies Module & Record<string, unknown>
}
