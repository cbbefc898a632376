import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ASSISTANT_LOGO_BYTES_MAX, Integration } from '../../src/services/contract/integrations.ts'
import type { Context } from '../context.ts'
import { fileOf, takeOneFile } from '../pictures/upload.ts'
import { integrationFor } from './integrations.policy.ts'
import { presentIntegration } from './integrations.presenter.ts'
import type { Integrations } from './integrations.service.ts'

const Params = z.object({ id: z.uuid() })

/** The logo of an assistant's draft: visitors see it once it is published. */
export const logoRoutes =
  ({ db }: Context, integrations: Integrations): FastifyPluginAsyncZod =>
  async (app) => {
    await takeOneFile(app)

    app.post(
      '/api/v1/integrations/:id/logo',
      { schema: { params: Params, response: { 200: Integration } } },
      async (request) => {
        const draft = await integrationFor(db, request.user.id, request.params.id, 'edit')
        const file = await fileOf(request, ASSISTANT_LOGO_BYTES_MAX)
        return presentIntegration(await integrations.setLogo(draft, file))
      },
    )

    app.delete(
      '/api/v1/integrations/:id/logo',
      { schema: { params: Params, response: { 200: Integration } } },
      async ({ user, params }) => {
        const draft = await integrationFor(db, user.id, params.id, 'edit')
        return presentIntegration(await integrations.removeLogo(draft))
      },
    )
  }
