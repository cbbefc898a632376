import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AccountDeletion,
  DeletionPreview,
  PHOTO_BYTES_MAX,
  User,
} from '../../src/services/contract/accounts.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { fileOf, takeOneFile } from '../pictures/upload.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import type { Profile } from './profile.ts'

/** S7.photo, and the end of an account. */
export const profileRoutes =
  (
    { config }: Context,
    { accounts, profile, pictures }: { accounts: Accounts; profile: Profile; pictures: Pictures },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    await takeOneFile(app)
    const perUser = limited(app, config, ({ user }) => user.id)

    app.post(
      '/api/v1/users/me/photo',
      { schema: { response: { 200: User } }, preHandler: perUser(20, 1) },
      async (request) => {
        const { id } = request.user
        await pictures.set({ userId: id }, await fileOf(request, PHOTO_BYTES_MAX))
        return presentUser(await accounts.me(id))
      },
    )

    app.delete('/api/v1/users/me/photo', { schema: { response: { 200: User } } }, async ({ user }) => {
      await pictures.remove({ userId: user.id })
      return presentUser(await accounts.me(user.id))
    })

    app.get('/api/v1/users/me/deletion', { schema: { response: { 200: DeletionPreview } } }, ({ user }) =>
      profile.deletionOf(user.id),
    )

    app.post(
      '/api/v1/users/me/delete',
      {
        schema: { body: AccountDeletion, response: { 200: Acknowledged } },
        preHandler: perUser(10, 1),
      },
      async ({ user, body }) => {
        await profile.delete(user.id, body.password)
        return { message: 'Your account was deleted.' }
      },
    )
  }
