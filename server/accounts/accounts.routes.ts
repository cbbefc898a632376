import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { LogIn } from '../../src/services/contract/accounts.ts'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { deviceOf } from '../kernel/http/device.ts'
import { limited, networkOf } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import { addressIn, MAILS_PER_ADDRESS } from './addresses.routes.ts'
import type { PasswordResets } from './password-resets.ts'

export const accountRoutes =
  ({ config }: Context, accounts: Accounts): FastifyPluginAsync =>
  async (app) => {
    const perNetwork = limited(app, config, networkOf)
    // By network too, so that no one can lock others out by failed log-ins in their name.
    const perAccount = limited(app, config, (request) => `${networkOf(request)} ${usernameOf(request)}`)
    const perAddress = limited(app, config, addressIn)
    serve(
      app,
      api.logIn.register,
      async ({ body }) => {
        await accounts.register(body)
        return { message: `Email sent to ${body.email}.` }
      },
      { preHandler: [perNetwork(30, 10), perAddress(...MAILS_PER_ADDRESS)] },
    )

    serve(app, api.logIn.logIn, (request) => accounts.logIn(request.body, deviceOf(request)), {
      preHandler: [perNetwork(60, 1), perAccount(10, 1)],
    })

    serve(app, api.logIn.refresh, ({ body }) => accounts.refresh(body.refresh_token), {
      preHandler: perNetwork(240, 1),
    })

    serve(app, api.logIn.logOut, async ({ body }) => {
      await accounts.logOut(body.refresh_token)
      return { message: 'You are logged out.' }
    })

    serve(app, api.account.me, async ({ user }) => presentUser(await accounts.me(user.id)))

    serve(app, api.account.change, async ({ user, body }) =>
      presentUser(await accounts.changeMe(user.id, body)),
    )
  }

const usernameOf = ({ body }: FastifyRequest) => (body as LogIn).username.trim().toLowerCase()

/** S7.forgot, S7.verify, S7.reset, S7.change-password */
export const passwordRoutes =
  ({ config }: Context, resets: PasswordResets): FastifyPluginAsync =>
  async (app) => {
    const perNetwork = limited(app, config, networkOf)
    const perAddress = limited(app, config, addressIn)
    const perUser = limited(app, config, ({ user }) => user.id)

    serve(
      app,
      api.logIn.forgotPassword,
      async ({ body }) => {
        await resets.forgot(body.email)
        return { message: 'If there is an account with this address, a link is on its way to it.' }
      },
      { preHandler: [perNetwork(20, 10), perAddress(...MAILS_PER_ADDRESS)] },
    )

    serve(app, api.logIn.verifyReset, ({ params }) => resets.verify(params.token), {
      preHandler: perNetwork(60, 1),
    })

    serve(
      app,
      api.logIn.resetPassword,
      async ({ body }) => {
        await resets.reset(body)
        return {
          message: 'Your password was changed. Log in with the new one. Your API keys were deleted.',
        }
      },
      { preHandler: perNetwork(30, 1) },
    )

    serve(
      app,
      api.security.changePassword,
      async ({ user, body }) => {
        await resets.change(user.id, user.sessionId, body)
        return { message: 'Your password was changed, and your other devices were logged out.' }
      },
      { preHandler: perUser(10, 1) },
    )
  }
