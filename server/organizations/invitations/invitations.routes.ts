import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { presentOrganization } from '../organizations.presenter.ts'
import type { Organizations } from '../organizations.service.ts'
import { invitationFor } from './invitations.policy.ts'
import type { Invitations } from './invitations.service.ts'
export const invitationRoutes =
  ({ db, config }: Context, invitations: Invitations, organizations: Organizations): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)

    serve(app, api.members.invitations, async ({ params }) => invitations.openOf(params.organizationId))

    serve(app, api.members.invite, { preHandler: perUser(30, 60) }, async ({ user, params, body }) =>
      invitations.invite(params.organizationId, user.id, body),
    )

    serve(app, api.members.resend, { preHandler: perUser(30, 60) }, async ({ user, params }) => {
      const invitation = await invitationFor(db, user.id, params.id)
      return invitations.resend(invitation, user.id)
    })

    serve(app, api.members.withdraw, async ({ user, params }) => {
      await invitations.revoke(await invitationFor(db, user.id, params.id))
      return { message: 'The invitation was taken back.' }
    })

    serve(app, api.members.offer, { preHandler: perNetwork(60, 1) }, ({ params }) =>
      invitations.offer(params.token),
    )

    serve(app, api.members.decline, { preHandler: perNetwork(30, 1) }, async ({ body }) => {
      await invitations.decline(body.token)
      return { message: 'You declined the invitation.' }
    })

    serve(app, api.members.accept, { preHandler: perUser(30, 1) }, async ({ user, body }) => {
      const organizationId = await invitations.accept(body.token, user.id)
      return presentOrganization(await organizations.one(user.id, organizationId))
    })
  }
