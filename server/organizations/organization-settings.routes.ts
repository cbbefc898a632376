import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  LOGO_BYTES_MAX,
  Organization,
  OrganizationDeletion,
  OrganizationPatch,
} from '../../src/services/contract/organizations.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Context } from '../context.ts'
import { organizations } from '../db/schema/index.ts'
import { invalid } from '../errors.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { fileOf, takeOneFile } from '../pictures/upload.ts'
import { memberWho } from './organizations.policy.ts'
import { presentOrganization } from './organizations.presenter.ts'
import { createOrganizationsRepository } from './organizations.repository.ts'
import { createOrganizations } from './organizations.service.ts'

const Params = z.object({ id: z.uuid() })

/** What an organization is called and looks like, and its end. */
export const organizationSettingsRoutes =
  ({ db, hub }: Context, pictures: Pictures): FastifyPluginAsyncZod =>
  async (app) => {
    await takeOneFile(app)
    const service = createOrganizations(createOrganizationsRepository(db))

    const managed = async (userId: string, id: string) =>
      (await memberWho('manage', db, userId, id)).organizationId
    const changed = async (userId: string, id: string) => {
      hub.publish(`organization:${id}`, 'organization_update', { id })
      return presentOrganization(await service.one(userId, id))
    }

    app.patch(
      '/api/v1/organizations/:id',
      { schema: { params: Params, body: OrganizationPatch, response: { 200: Organization } } },
      async ({ user, params, body }) => {
        const id = await managed(user.id, params.id)
        await db
          .update(organizations)
          .set({ ...body, updatedAt: new Date() })
          .where(eq(organizations.id, id))
        return changed(user.id, id)
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
        config: { keyScopes: [] },
        schema: { params: Params, body: OrganizationDeletion, response: { 200: Acknowledged } },
      },
      async ({ user, params, body }) => {
        await memberWho('own', db, user.id, params.id)
        const { name } = await service.one(user.id, params.id)
        if (body.name.trim() !== name) throw invalid({ name: 'This is not its name.' })
        await db.delete(organizations).where(eq(organizations.id, params.id))
        hub.closeChannel(`organization:${params.id}`, CLOSE.gone)
        return { message: 'The organization was deleted.' }
      },
    )
  }
