import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  AssistantList,
  Integration,
  IntegrationGeneral,
  IntegrationList,
  IntegrationPatch,
  IntegrationVersionList,
  NewIntegration,
  Publication,
} from '../../src/services/contract/integrations.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { memberOf, memberWho } from '../organizations/organizations.policy.ts'
import { integrationFor } from './integrations.policy.ts'
import {
  presentAssistant,
  presentGeneral,
  presentIntegration,
  presentVersions,
} from './integrations.presenter.ts'
import type { Integrations } from './integrations.service.ts'

const Params = z.object({ id: z.uuid() })
/** Every setting at its longest, each character escaped. */
const SETTINGS_BYTES_MAX = 128 * 1024
const VersionParams = z.object({ id: z.uuid(), version: z.coerce.number().check(z.int(), z.minimum(1)) })
const OrganizationParams = z.object({ organizationId: z.uuid() })

export const integrationRoutes =
  ({ db }: Context, integrations: Integrations): FastifyPluginAsyncZod =>
  async (app) => {
    const found = (userId: string, id: string, right: Right) => integrationFor(db, userId, id, right)

    app.get(
      '/api/v1/organizations/:organizationId/integrations',
      { schema: { params: OrganizationParams, response: { 200: IntegrationList } } },
      async ({ user, params }) => {
        const { organizationId } = await memberOf(db, user.id, params.organizationId)
        return (await integrations.of(organizationId)).map(presentIntegration)
      },
    )

    app.get(
      '/api/v1/organizations/:organizationId/assistants',
      {
        schema: { params: OrganizationParams, response: { 200: AssistantList } },
      },
      async ({ user, params }) => {
        const { organizationId } = await memberOf(db, user.id, params.organizationId)
        const published = (await integrations.of(organizationId)).flatMap(presentAssistant)
        return published.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      },
    )

    app.post(
      '/api/v1/organizations/:organizationId/integrations',
      { schema: { params: OrganizationParams, body: NewIntegration, response: { 201: Integration } } },
      async ({ user, params, body }, reply) => {
        const { organizationId } = await memberWho('edit', db, user.id, params.organizationId)
        return reply
          .code(201)
          .send(presentIntegration(await integrations.create(organizationId, user.id, body)))
      },
    )

    app.get(
      '/api/v1/integrations/:id',
      { schema: { params: Params, response: { 200: Integration } } },
      async ({ user, params }) => presentIntegration(await found(user.id, params.id, 'read')),
    )

    app.get(
      '/api/v1/integrations/:id/general',
      { schema: { params: Params, response: { 200: IntegrationGeneral } } },
      async ({ user, params }) => presentGeneral(await found(user.id, params.id, 'read')),
    )

    app.patch(
      '/api/v1/integrations/:id',
      {
        bodyLimit: SETTINGS_BYTES_MAX,
        preParsing: async ({ user, params }) => {
          if (!z.safeParse(Params, params).success) throw notFound('integration')
          await found(user.id, params.id, 'edit')
        },
        schema: { params: Params, body: IntegrationPatch, response: { 200: Integration } },
      },
      async ({ user, params, body }) =>
        presentIntegration(await integrations.change(await found(user.id, params.id, 'edit'), body)),
    )

    app.post(
      '/api/v1/integrations/:id/publish',
      { schema: { params: Params, body: z.nullish(Publication), response: { 200: Integration } } },
      async ({ user, params, body }) => {
        const draft = await found(user.id, params.id, 'edit')
        await requireVerified(db, user.id)
        return presentIntegration(await integrations.publish(draft, user.id, body?.seen_at))
      },
    )

    app.get(
      '/api/v1/integrations/:id/versions',
      { schema: { params: Params, response: { 200: IntegrationVersionList } } },
      async ({ user, params }) =>
        presentVersions(await integrations.versions(await found(user.id, params.id, 'read'))),
    )

    app.post(
      '/api/v1/integrations/:id/versions/:version/restore',
      { schema: { params: VersionParams, response: { 200: Integration } } },
      async ({ user, params }) =>
        presentIntegration(
          await integrations.restore(await found(user.id, params.id, 'edit'), params.version),
        ),
    )

    app.post(
      '/api/v1/integrations/:id/duplicate',
      { schema: { params: Params, response: { 201: Integration } } },
      async ({ user, params }, reply) => {
        const original = await found(user.id, params.id, 'edit')
        return reply.code(201).send(presentIntegration(await integrations.duplicate(original, user.id)))
      },
    )

    app.delete(
      '/api/v1/integrations/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await integrations.remove(await found(user.id, params.id, 'edit'))
        return { message: 'The assistant was deleted.' }
      },
    )
  }
