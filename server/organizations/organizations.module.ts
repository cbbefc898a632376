import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import { LOGO_BYTES_MAX } from '../../src/services/contract/organizations.ts'
import type { Providers } from '../accounts/single-sign-on/single-sign-on.module.ts'
import type { Payments } from '../billing/billing.module.ts'
import type { Context } from '../context.ts'
import { limited } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import { fileOf, type Pictures, takeOneFile } from '../kernel/pictures/pictures.ts'
import type { Module } from '../module.ts'
import { presentOrganization } from './organizations.presenter.ts'
import { createOrganizationsRepository } from './organizations.repository.ts'
import { createOrganizations, type Organizations } from './organizations.service.ts'

/** Each has an allowance of its own. */
const CREATED_PER_HOUR = 10

type Parts = { organizations: Organizations; pictures: Pictures }
/** An organization's name and appearance, and its deletion. */
const organizationSettingsRoutes =
  ({ organizations, pictures }: Parts): FastifyPluginAsync =>
  async (app) => {
    await takeOneFile(app)

    const changed = async (userId: string, id: string) =>
      presentOrganization(await organizations.changed(userId, id))

    serve(app, api.organizations.change, async ({ user, params, body }) =>
      presentOrganization(await organizations.change(user.id, params.organizationId, body)),
    )

    serve(app, api.organizations.setLogo, async (request) => {
      const { organizationId } = request.params
      await pictures.set({ organizationId }, await fileOf(request, LOGO_BYTES_MAX))
      return changed(request.user.id, organizationId)
    })

    serve(app, api.organizations.removeLogo, async ({ user, params }) => {
      await pictures.remove({ organizationId: params.organizationId })
      return changed(user.id, params.organizationId)
    })

    serve(app, api.organizations.remove, async ({ user, params, body }) => {
      await organizations.remove(user.id, params.organizationId, body.name)
      return { message: 'The organization was deleted.' }
    })
  }

const organizationRoutes =
  ({ config }: Pick<Context, 'config'>, organizations: Organizations): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)

    serve(app, api.organizations.list, async ({ user }) =>
      (await organizations.of(user.id)).map(presentOrganization),
    )

    serve(
      app,
      api.organizations.create,
      { preHandler: perUser(CREATED_PER_HOUR, 60) },
      async ({ user, body }) => presentOrganization(await organizations.create(user.id, body)),
    )

    serve(app, api.organizations.get, async ({ user, params }) =>
      presentOrganization(await organizations.one(user.id, params.organizationId)),
    )
  }

/** Organizations: names and appearance, from creation to deletion. */
export const createOrganizationsModule = (
  { config, database, hub }: Context,
  { pictures }: { pictures: Pictures },
  { providerSessions }: Providers,
  { paymentEnds }: Payments,
) => {
  const organizations = createOrganizations({
    database,
    organizations: createOrganizationsRepository(database.db),
    providerSessions,
    paymentEnds,
    hub,
  })
  return {
    organizations,
    async plugin(app) {
      await app.register(organizationRoutes({ config }, organizations))
      await app.register(organizationSettingsRoutes({ organizations, pictures }))
    },
  } satisfies Module & Record<string, unknown>
}
