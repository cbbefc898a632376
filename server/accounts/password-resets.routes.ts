import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import { addressIn, MAILS_PER_ADDRESS } from './addresses.routes.ts'
import type { PasswordResets } from './password-resets.ts'

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
