import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import { Member, MemberList, MemberPatch, Transfer } from '../../src/services/contract/members.ts'
import type { Context } from '../context.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import type { Organizations } from '../organizations/organizations.service.ts'
import { presentMember } from './members.presenter.ts'
import type { Members } from './members.service.ts'

type Parts = { members: Members; organizations: Organizations }

const OrganizationParams = z.object({ organizationId: z.uuid() })
const Params = z.object({ organizationId: z.uuid(), userId: z.uuid() })

/** Who belongs to an organization. Rights within it are asked for where the roles are locked. */
export const memberRoutes =
  ({ db }: Context, { members, organizations }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const opened = async (userId: string, organizationId: string) => {
      await memberOf(db, userId, organizationId)
      return { id: organizationId, name: await organizations.nameOf(organizationId) }
    }

    app.get(
      '/api/v1/organizations/:organizationId/members',
      { schema: { params: OrganizationParams, response: { 200: MemberList } } },
      async ({ user, params }) => {
        const { organizationId } = await memberOf(db, user.id, params.organizationId)
        return (await members.of(organizationId)).map(presentMember)
      },
    )

    app.patch(
      '/api/v1/organizations/:organizationId/members/:userId',
      { schema: { params: Params, body: MemberPatch, response: { 200: Member } } },
      async ({ user, params, body }) => {
        const organization = await opened(user.id, params.organizationId)
        return presentMember(await members.setRole(organization, user.id, params.userId, body.role))
      },
    )

    app.delete(
      '/api/v1/organizations/:organizationId/members/:userId',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await members.remove(await opened(user.id, params.organizationId), user.id, params.userId)
        const isMe = user.id === params.userId
        return { message: isMe ? 'You left the organization.' : 'The member was removed.' }
      },
    )

    app.post(
      '/api/v1/organizations/:organizationId/transfer',
      { schema: { params: OrganizationParams, body: Transfer, response: { 200: Member } } },
      async ({ user, params, body }) => {
        const organization = await opened(user.id, params.organizationId)
        return presentMember(await members.transfer(organization, user.id, body.user_id))
      },
    )
  }
