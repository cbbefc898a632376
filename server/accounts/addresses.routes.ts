import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Addresses } from './addresses.ts'

/** How many mails others can have sent to an address: a number, within minutes. */
export const MAILS_PER_ADDRESS = [5, 15] as const

export const addressIn = ({ body }: FastifyRequest) => (body as { email: string }).email

/** An account's address: confirming and changing it. */
export const addressRoutes =
  ({ config }: Context, addresses: Addresses): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)
    const perAddress = limited(app, config, addressIn)

    serve(
      app,
      api.account.sendVerification,
      async ({ user }) => {
        await addresses.sendAgain(user.id)
        return { message: 'A link to confirm your address is on its way.' }
      },
      { preHandler: perUser(...MAILS_PER_ADDRESS) },
    )

    serve(
      app,
      api.account.changeEmail,
      async ({ user, body }) => {
        await addresses.askToChange(user.id, body)
        return { message: `Email sent to ${body.email}.` }
      },
      { preHandler: [perUser(10, 1), perAddress(...MAILS_PER_ADDRESS)] },
    )

    serve(
      app,
      api.logIn.confirmEmail,
      async ({ body }) => {
        await addresses.confirm(body.token)
        return { message: 'Your email address is confirmed.' }
      },
      { preHandler: perNetwork(30, 1) },
    )
  }
