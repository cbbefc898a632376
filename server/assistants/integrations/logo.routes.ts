import type { FastifyPluginAsync } from 'fastify'
import { ASSISTANT_LOGO_BYTES_MAX } from '../../../src/services/contract/integrations.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { fileOf, takeOneFile } from '../../kernel/pictures/upload.ts'
import { readableAmong } from '../../knowledge/readers/may-read.ts'
import { integrationFor } from './integrations.policy.ts'
import { presentIntegration } from './integrations.presenter.ts'
import type { Integrations } from './integrations.service.ts'
import type { IntegrationRow } from './integrations.types.ts'
/** The logo of an assistant's draft: visitors see it once it is published. */
export const logoRoutes =
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
