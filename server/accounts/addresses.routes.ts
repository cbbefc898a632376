import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EmailChange, EmailConfirmation } from '../../src/services/contract/accounts.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { Addresses } from './addresses.ts'

/** How many mails an address is sent on other people's request: so many in so many minutes. */
export const MAILS_PER_ADDRESS = [5, 15] as const

export const addressIn = ({ body }: FastifyRequest) => (body as { email: string }).email

/** The address of an account: proving it, and changing it. */
export const addressRoutes =
  ({ config }: Context, addresses: Addresses): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)
    const perAddress = limited(app, config, addressIn)

    app.post(
      '/api/v1/users/me/verification',
      {
        schema: { response: { 200: Acknowledged } },
        preHandler: perUser(...MAILS_PER_ADDRESS),
      },
      async ({ user }) => {
        await addresses.sendAgain(user.id)
        return { message: 'A link to confirm your address is on its way.' }
      },
    )

    app.post(
      '/api/v1/users/me/email',
      {
        schema: { body: EmailChange, response: { 200: Acknowledged } },
        preHandler: [perUser(10, 1), perAddress(...MAILS_PER_ADDRESS)],
      },
      async ({ user, body }) => {
        await addresses.askToChange(user.id, body)
        return { message: `A mail is on its way to ${body.email}.` }
      },
    )

    app.post(
      '/api/v1/confirm-email',
      {
        config: { public: true },
        schema: { body: EmailConfirmation, response: { 200: Acknowledged } },
        preHandler: perNetwork(30, 1),
      },
      async ({ body }) => {
        await addresses.confirm(body.token)
        return { message: 'Your email address is confirmed.' }
      },
    )
  }
