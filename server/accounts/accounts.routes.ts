import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type LogIn, PHOTO_BYTES_MAX } from '../../src/services/contract/accounts.ts'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { deviceOf } from '../kernel/http/device.ts'
import { limited, networkOf } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import { tellOfAccount } from '../kernel/http/settings-news.ts'
import { fileOf, type Pictures, takeOneFile } from '../kernel/pictures/pictures.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import type { Addresses } from './addresses.ts'
import type { PasswordResets } from './password-resets.ts'
import type { Profile } from './profile.ts'

/** How many mails others can have sent to an address: a number, within minutes. */
const MAILS_PER_ADDRESS = [5, 15] as const

const addressIn = ({ body }: FastifyRequest) => (body as { email: string }).email

const usernameOf = ({ body }: FastifyRequest) => (body as LogIn).username.trim().toLowerCase()

type Parts = { accounts: Accounts; resets: PasswordResets; addresses: Addresses }

/** Registration, log-in, passwords and addresses: S7.forgot, S7.verify, S7.reset, S7.change-password. */
export const accountRoutes =
  ({ config }: Context, { accounts, resets, addresses }: Parts): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)
    // By network too, so that no one can lock others out by failed log-ins in their name.
    const perAccount = limited(app, config, (request) => `${networkOf(request)} ${usernameOf(request)}`)
    const perAddress = limited(app, config, addressIn)

    serve(
      app,
      api.logIn.register,
      { preHandler: [perNetwork(30, 10), perAddress(...MAILS_PER_ADDRESS)] },
      async ({ body }) => {
        await accounts.register(body)
        return { message: `Email sent to ${body.email}.` }
      },
    )

    serve(app, api.logIn.logIn, { preHandler: [perNetwork(60, 1), perAccount(10, 1)] }, (request) =>
      accounts.logIn(request.body, deviceOf(request)),
    )

    serve(app, api.logIn.refresh, { preHandler: perNetwork(240, 1) }, ({ body }) =>
      accounts.refresh(body.refresh_token),
    )

    serve(app, api.logIn.logOut, async ({ body }) => {
      await accounts.logOut(body.refresh_token)
      return { message: 'You are logged out.' }
    })

    serve(
      app,
      api.logIn.forgotPassword,
      { preHandler: [perNetwork(20, 10), perAddress(...MAILS_PER_ADDRESS)] },
      async ({ body }) => {
        await resets.forgot(body.email)
        return { message: 'If there is an account with this address, a link is on its way to it.' }
      },
    )

    serve(app, api.logIn.verifyReset, { preHandler: perNetwork(60, 1) }, ({ params }) =>
      resets.verify(params.token),
    )

    serve(app, api.logIn.resetPassword, { preHandler: perNetwork(30, 1) }, async ({ body }) => {
      await resets.reset(body)
      return {
        message: 'Your password was changed. Log in with the new one. Your API keys were deleted.',
      }
    })

    // Each request compares two passwords.
    serve(app, api.security.changePassword, { preHandler: perUser(5, 1) }, async ({ user, body }) => {
      await resets.change(user.id, user.sessionId, body)
      return { message: 'Your password was changed, and your other devices were logged out.' }
    })

    serve(
      app,
      api.account.sendVerification,
      { preHandler: perUser(...MAILS_PER_ADDRESS) },
      async ({ user }) => {
        const isSent = await addresses.sendAgain(user.id)
        return {
          message: isSent
            ? 'A link to confirm your address is on its way.'
            : 'Your email address is already confirmed.',
        }
      },
    )

    serve(
      app,
      api.account.changeEmail,
      { preHandler: [perUser(10, 1), perAddress(...MAILS_PER_ADDRESS)] },
      async ({ user, body }) => {
        await addresses.askToChange(user.id, body)
        return { message: `Email sent to ${body.email}.` }
      },
    )

    serve(app, api.logIn.confirmEmail, { preHandler: perNetwork(30, 1) }, async ({ body }) => {
      await addresses.confirm(body.token)
      return { message: 'Your email address is confirmed.' }
    })
  }

/** The profile, S7.photo, and deleting an account. */
export const profileRoutes =
  (
    { config, hub }: Context,
    { accounts, profile, pictures }: { accounts: Accounts; profile: Profile; pictures: Pictures },
  ): FastifyPluginAsync =>
  async (app) => {
    tellOfAccount(app, hub)
    await takeOneFile(app)
    const perUser = limited(app, config, ({ user }) => user.id)

    serve(app, api.account.me, async ({ user }) => presentUser(await accounts.me(user.id)))

    serve(app, api.account.change, async ({ user, body }) =>
      presentUser(await accounts.changeMe(user.id, body)),
    )

    serve(app, api.account.setPhoto, { preHandler: perUser(20, 1) }, async (request) => {
      const { id } = request.user
      await pictures.set({ userId: id }, await fileOf(request, PHOTO_BYTES_MAX))
      return presentUser(await accounts.me(id))
    })

    serve(app, api.account.removePhoto, async ({ user }) => {
      await pictures.remove({ userId: user.id })
      return presentUser(await accounts.me(user.id))
    })

    serve(app, api.account.deletion, ({ user }) => profile.deletionOf(user.id))

    serve(app, api.account.remove, { preHandler: perUser(10, 1) }, async ({ user, body }) => {
      await profile.delete(user, body)
      return { message: 'Your account was deleted.' }
    })
  }
