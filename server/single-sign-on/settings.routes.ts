import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  ConnectionTest,
  EmailDomain,
  Enforcement,
  IdentityProviderSettings,
  NewEmailDomain,
  SingleSignOn,
} from '../../src/services/contract/single-sign-on.ts'
import type { Context } from '../context.ts'
import { bodyOf } from '../errors.ts'
import { limited } from '../http/rate-limits.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { presentDomain } from './settings.presenter.ts'
import type { SingleSignOnSettings } from './settings.service.ts'
import { verifiedOwner } from './single-sign-on.policy.ts'

const CALLS_PER_MINUTE = 20
const OfOrganization = z.object({ organizationId: z.uuid() })
const OfDomain = z.object({ organizationId: z.uuid(), id: z.uuid() })

const ALL = '/api/v1/organizations/:organizationId/single-sign-on'
const DOMAINS = '/api/v1/organizations/:organizationId/email-domains'

/**
 * Read by those who manage the organization, changed by its owners: whoever names the provider decides who can sign
 * in as an owner.
 */
export const singleSignOnRoutes =
  ({ db, config }: Context, settings: SingleSignOnSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId

    app.get(
      ALL,
      { schema: { params: OfOrganization, response: { 200: SingleSignOn } } },
      async ({ user, params }) => settings.read(await managed(user.id, params.organizationId)),
    )

    app.put(
      ALL,
      { schema: { params: OfOrganization, body: IdentityProviderSettings, response: { 200: SingleSignOn } } },
      async ({ user, params, body }) => {
        const organizationId = await verifiedOwner(db, user.id, params.organizationId)
        await settings.save(organizationId, body)
        return settings.read(organizationId)
      },
    )

    app.delete(
      ALL,
      { schema: { params: OfOrganization, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await settings.remove(await verifiedOwner(db, user.id, params.organizationId))
        return { message: 'Single sign-on was removed.' }
      },
    )

    app.post(
      `${ALL}/test`,
      {
        schema: { params: OfOrganization, response: { 200: ConnectionTest } },
        preHandler: perUser(CALLS_PER_MINUTE, 1),
      },
      async ({ user, params }) => {
        const problem = await settings.test(await managed(user.id, params.organizationId))
        return { problem: problem && bodyOf(problem) }
      },
    )

    app.put(
      `${ALL}/enforcement`,
      {
        schema: { params: OfOrganization, body: Enforcement, response: { 200: SingleSignOn } },
        preHandler: perUser(CALLS_PER_MINUTE, 1),
      },
      async ({ user, params, body }) => {
        const organizationId = await verifiedOwner(db, user.id, params.organizationId)
        await settings.enforce(organizationId, body.enforced)
        return settings.read(organizationId)
      },
    )

    app.post(
      DOMAINS,
      { schema: { params: OfOrganization, body: NewEmailDomain, response: { 201: EmailDomain } } },
      async ({ user, params, body }, reply) => {
        const organizationId = await verifiedOwner(db, user.id, params.organizationId)
        return reply.code(201).send(presentDomain(await settings.addDomain(organizationId, body.domain)))
      },
    )

    app.post(
      `${DOMAINS}/:id/verify`,
      {
        schema: { params: OfDomain, response: { 200: EmailDomain } },
        preHandler: perUser(CALLS_PER_MINUTE, 1),
      },
      async ({ user, params }) =>
        presentDomain(
          await settings.verifyDomain(await verifiedOwner(db, user.id, params.organizationId), params.id),
        ),
    )

    app.delete(
      `${DOMAINS}/:id`,
      { schema: { params: OfDomain, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await settings.removeDomain(await verifiedOwner(db, user.id, params.organizationId), params.id)
        return { message: 'The domain was removed.' }
      },
    )
  }
