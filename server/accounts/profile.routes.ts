import type { FastifyPluginAsync } from 'fastify'
import { PHOTO_BYTES_MAX } from '../../src/services/contract/accounts.ts'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { limited } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Pictures } from '../kernel/pictures/pictures.ts'
import { fileOf, takeOneFile } from '../kernel/pictures/upload.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import type { Profile } from './profile.ts'

/** S7.photo, and deleting an account. */
export const profileRoutes =
  (
    { config }: Context,
    { accounts, profile, pictures }: { accounts: Accounts; profile: Profile; pictures: Pictures },
  ): FastifyPluginAsync =>
  async (app) => {
    await takeOneFile(app)
    const perUser = limited(app, config, ({ user }) => user.id)

    serve(
      app,
      api.account.setPhoto,
      async (request) => {
        const { id } = request.user
        await pictures.set({ userId: id }, await fileOf(request, PHOTO_BYTES_MAX))
        return presentUser(await accounts.me(id))
      },
      { preHandler: perUser(20, 1) },
    )

    serve(app, api.account.removePhoto, async ({ user }) => {
      await pictures.remove({ userId: user.id })
      return presentUser(await accounts.me(user.id))
    })

    serve(app, api.account.deletion, ({ user }) => profile.deletionOf(user.id))

    serve(
      app,
      api.account.remove,
      async ({ user, body }) => {
        await profile.delete(user.id, body)
        return { message: 'Your account was deleted.' }
      },
      { preHandler: perUser(10, 1) },
    )
  }
