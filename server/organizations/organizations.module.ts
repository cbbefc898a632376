import type { Context } from '../context.ts'
import type { Pictures } from '../kernel/pictures/pictures.ts'
import type { Module } from '../module.ts'
import { organizationSettingsRoutes } from './organization-settings.routes.ts'
import { createOrganizationsRepository } from './organizations.repository.ts'
import { organizationRoutes } from './organizations.routes.ts'
import { createOrganizations } from './organizations.service.ts'

/** Organizations: what they are called and look like, from their beginning to their end. */
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
