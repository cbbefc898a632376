import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  LOGO_BYTES_MAX,
  Organization,
  OrganizationDeletion,
  OrganizationPatch,
} from '../../src/services/contract/organizations.ts'
import type { Context } from '../context.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { fileOf, takeOneFile } from '../pictures/upload.ts'
import { memberWho } from './organizations.policy.ts'
import { presentOrganization } from './organizations.presenter.ts'
import type { Organizations } from './organizations.service.ts'

type Parts = { organizations: Organizations; pictures: Pictures }

const Params = z.object({ id: z.uuid() })

/** What an organization is called and looks like, and its end. */
export const organizationSettingsRoutes =
  ({ db }: Context, { organizations, pictures }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    await takeOneFile(app)

    const managed = async (userId: string, id: string) =>
      (await memberWho('manage', db, userId, id)).organizationId
    const changed = async (userId: string, id: string) =>
      presentOrganization(await organizations.changed(userId, id))

    app.patch(
      '/api/v1/organizations/:id',
      { schema: { params: Params, body: OrganizationPatch, response: { 200: Organization } } },
      async ({ user, params, body }) => {
        const id = await managed(user.id, params.id)
        return presentOrganization(await organizations.change(user.id, id, body))
      },
    )

    app.post(
      '/api/v1/organizations/:id/logo',
      { schema: { params: Params, response: { 200: Organization } } },
      async (request) => {
        const { id: userId } = request.user
        const id = await managed(userId, request.params.id)
        await pictures.set({ organizationId: id }, await fileOf(request, LOGO_BYTES_MAX))
        return changed(userId, id)
      },
    )

    app.delete(
      '/api/v1/organizations/:id/logo',
      { schema: { params: Params, response: { 200: Organization } } },
      async ({ user, params }) => {
        const id = await managed(user.id, params.id)
        await pictures.remove({ organizationId: id })
        return changed(user.id, id)
      },
    )

    app.post(
      '/api/v1/organizations/:id/delete',
      {
        schema: { params: Params, body: OrganizationDeletion, response: { 200: Acknowledged } },
      },
      async ({ user, params, body }) => {
        await memberWho('own', db, user.id, params.id)
        await organizations.remove(user.id, params.id, body.name)
        return { message: 'The organization was deleted.' }
      },
    )
  }
