import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ForgotPassword,
  LinkToken,
  PasswordChange,
  PasswordReset,
  ResetLink,
} from '../../src/services/contract/accounts.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import { addressIn, MAILS_PER_ADDRESS } from './addresses.routes.ts'
import type { PasswordResets } from './password-resets.ts'

/** S7.forgot, S7.verify, S7.reset, S7.change-password */
export const passwordRoutes =
  ({ config }: Context, resets: PasswordResets): FastifyPluginAsyncZod =>
  async (app) => {
    const perNetwork = limited(app, config, networkOf)
    const perAddress = limited(app, config, addressIn)
    const perUser = limited(app, config, ({ user }) => user.id)

    app.post(
      '/forgot-password',
      {
        config: { public: true },
        schema: { body: ForgotPassword, response: { 200: Acknowledged } },
        preHandler: [perNetwork(20, 10), perAddress(...MAILS_PER_ADDRESS)],
      },
      async ({ body }) => {
        await resets.forgot(body.email)
        return { message: 'If there is an account with this address, a link is on its way to it.' }
      },
    )

    app.get(
      '/reset-password/verify/:token',
      {
        config: { public: true },
        schema: { params: z.object({ token: LinkToken }), response: { 200: ResetLink } },
        preHandler: perNetwork(60, 1),
      },
      ({ params }) => resets.verify(params.token),
    )

    app.post(
      '/reset-password',
      {
        config: { public: true },
        schema: { body: PasswordReset, response: { 200: Acknowledged } },
        preHandler: perNetwork(30, 1),
      },
      async ({ body }) => {
        await resets.reset(body)
        return {
          message: 'Your password was changed. Log in with the new one. Your API keys were deleted.',
        }
      },
    )

    app.post(
      '/api/v1/users/change-password',
      {
        schema: { body: PasswordChange, response: { 200: Acknowledged } },
        preHandler: perUser(10, 1),
      },
      async ({ user, body }) => {
        await resets.change(user.id, user.sessionId, body)
        return { message: 'Your password was changed, and your other devices were logged out.' }
      },
    )
  }
