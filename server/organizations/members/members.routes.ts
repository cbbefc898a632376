import type { FastifyPluginAsync } from 'fastify'
import type { Member } from '../../../src/services/contract/members.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Organizations } from '../organizations.service.ts'
import type { Members } from './members.service.ts'

const presentMember = (row: Awaited<ReturnType<Members['of']>>[number]): Member => ({
  user_id: row.userId,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  profile_picture_url: row.profilePictureUrl,
  role: row.role,
  joined_at: row.joinedAt.toISOString(),
  last_active_at: row.lastActiveAt?.toISOString() ?? null,
})

type Parts = { members: Members; organizations: Organizations }
/** An organization's members. Rights are checked under the lock on roles. */
export const memberRoutes =
  ({ members, organizations }: Parts): FastifyPluginAsync =>
  async (app) => {
    const named = async (id: string) => ({ id, name: await organizations.nameOf(id) })

    serve(app, api.members.list, async ({ params }) =>
      (await members.of(params.organizationId)).map(presentMember),
    )

    serve(app, api.members.setRole, async ({ user, params, body }) => {
      const organization = await named(params.organizationId)
      return presentMember(await members.setRole(organization, user.id, params.userId, body.role))
    })

    serve(app, api.members.remove, async ({ user, params }) => {
      await members.remove(await named(params.organizationId), user.id, params.userId)
      const isMe = user.id === params.userId
      return { message: isMe ? 'You left the organization.' : 'The member was removed.' }
    })

    serve(app, api.members.transfer, async ({ user, params, body }) => {
      const organization = await named(params.organizationId)
      return presentMember(await members.transfer(organization, user.id, body.user_id))
    })
  }
