import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { NewOrganization, Organization, OrganizationList } from '../../src/services/contract/organizations.ts'
import { presentOrganization } from './organizations.presenter.ts'
import type { Organizations } from './organizations.service.ts'

export const organizationRoutes =
  (organizations: Organizations): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v1/organizations', { schema: { response: { 200: OrganizationList } } }, async ({ user }) =>
      (await organizations.of(user.id)).map(presentOrganization),
    )

    app.post(
      '/api/v1/organizations',
      { schema: { body: NewOrganization, response: { 201: Organization } } },
      async ({ user, body }, reply) =>
        reply.code(201).send(presentOrganization(await organizations.create(user.id, body))),
    )

    app.get(
      '/api/v1/organizations/:id',
      { schema: { params: z.object({ id: z.uuid() }), response: { 200: Organization } } },
      async ({ user, params }) => presentOrganization(await organizations.one(user.id, params.id)),
    )
  }
