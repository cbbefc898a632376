import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { LinkToken } from '../../src/services/contract/accounts.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  Invitation,
  InvitationAnswer,
  InvitationList,
  InvitationOffer,
  InvitationResults,
  NewInvitations,
} from '../../src/services/contract/invitations.ts'
import { Organization } from '../../src/services/contract/organizations.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { presentOrganization } from '../organizations/organizations.presenter.ts'
import type { Organizations } from '../organizations/organizations.service.ts'
import { invitationFor } from './invitations.policy.ts'
import type { Invitations } from './invitations.service.ts'

const OrganizationParams = z.object({ organizationId: z.uuid() })
const Params = z.object({ id: z.uuid() })
const TokenParams = z.object({ token: LinkToken })
/** An invitation is told with its link, which opens it. */
const SECRET = { answersSecret: true }

export const invitationRoutes =
  ({ db, config }: Context, invitations: Invitations, organizations: Organizations): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)

    app.get(
      '/api/v1/organizations/:organizationId/invitations',
      { schema: { params: OrganizationParams, response: { 200: InvitationList } } },
      async ({ user, params }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        return invitations.openOf(organizationId)
      },
    )

    app.post(
      '/api/v1/organizations/:organizationId/invitations',
      {
        config: SECRET,
        schema: { params: OrganizationParams, body: NewInvitations, response: { 200: InvitationResults } },
        preHandler: perUser(30, 60),
      },
      async ({ user, params, body }) => {
        const { organizationId } = await memberWho('manage', db, user.id, params.organizationId)
        await requireVerified(db, user.id)
        return invitations.invite(organizationId, user.id, body)
      },
    )

    app.post(
      '/api/v1/invitations/:id/resend',
      {
        config: SECRET,
        schema: { params: Params, response: { 200: Invitation } },
        preHandler: perUser(30, 60),
      },
      async ({ user, params }) => {
        const invitation = await invitationFor(db, user.id, params.id)
        await requireVerified(db, user.id)
        return invitations.resend(invitation)
      },
    )

    app.delete(
      '/api/v1/invitations/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await invitations.revoke(await invitationFor(db, user.id, params.id))
        return { message: 'The invitation was taken back.' }
      },
    )

    app.get(
      '/api/v1/invitations/:token',
      {
        config: { public: true },
        schema: { params: TokenParams, response: { 200: InvitationOffer } },
        preHandler: perNetwork(60, 1),
      },
      ({ params }) => invitations.offer(params.token),
    )

    app.post(
      '/api/v1/invitations/decline',
      {
        config: { public: true },
        schema: { body: InvitationAnswer, response: { 200: Acknowledged } },
        preHandler: perNetwork(30, 1),
      },
      async ({ body }) => {
        await invitations.decline(body.token)
        return { message: 'You declined the invitation.' }
      },
    )

    app.post(
      '/api/v1/invitations/accept',
      {
        schema: { body: InvitationAnswer, response: { 200: Organization } },
        preHandler: perUser(30, 1),
      },
      async ({ user, body }) => {
        const organizationId = await invitations.accept(body.token, user.id)
        return presentOrganization(await organizations.one(user.id, organizationId))
      },
    )
  }
