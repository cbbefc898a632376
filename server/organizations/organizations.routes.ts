import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import { serve } from '../kernel/http/serve.ts'
import { presentOrganization } from './organizations.presenter.ts'
import type { Organizations } from './organizations.service.ts'

export const organizationRoutes =
  (organizations: Organizations): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.organizations.list, async ({ user }) =>
      (await organizations.of(user.id)).map(presentOrganization),
    )

    serve(app, api.organizations.create, async ({ user, body }) =>
      presentOrganization(await organizations.create(user.id, body)),
    )

    serve(app, api.organizations.get, async ({ user, params }) =>
      presentOrganization(await organizations.one(user.id, params.id)),
    )
  }
