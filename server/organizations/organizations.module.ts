import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Pictures } from '../kernel/pictures/pictures.ts'
import type { Module } from '../module.ts'
import { organizationSettingsRoutes } from './organization-settings.routes.ts'
import { presentOrganization } from './organizations.presenter.ts'
import { createOrganizationsRepository } from './organizations.repository.ts'
import { createOrganizations, type Organizations } from './organizations.service.ts'

const organizationRoutes =
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

/** Organizations: names and appearance, from creation to deletion. */
export const createOrganizationsModule = (context: Context, { pictures }: { pictures: Pictures }) => {
  const { db, hub } = context
  const organizations = createOrganizations({ organizations: createOrganizationsRepository(db), hub })
  return {
    organizations,
    async plugin(app) {
      await app.register(organizationRoutes(organizations))
      await app.register(organizationSettingsRoutes(context, { organizations, pictures }))
    },
  } satisfies Module & Record<string, unknown>
}
