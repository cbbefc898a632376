import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  LogIn,
  LogOut,
  Refresh,
  Registration,
  TokenPair,
  User,
  UserPatch,
} from '../../src/services/contract/accounts.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import { addressIn, MAILS_PER_ADDRESS } from './addresses.routes.ts'
import { deviceOf } from './device.ts'

export const accountRoutes =
  ({ config }: Context, accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    const perNetwork = limited(app, config, networkOf)
    // By network too, so that nobody can lock others out by failing in their name.
    const perAccount = limited(app, config, (request) => `${networkOf(request)} ${usernameOf(request)}`)
    const perAddress = limited(app, config, addressIn)
    const open = { public: true }

    app.post(
      '/api/v1/register',
      {
        config: open,
        schema: { body: Registration, response: { 201: Acknowledged } },
        preHandler: [perNetwork(30, 10), perAddress(...MAILS_PER_ADDRESS)],
      },
      async ({ body }, reply) => {
        await accounts.register(body)
        return reply.code(201).send({ message: `A mail is on its way to ${body.email}.` })
      },
    )

    app.post(
      '/api/v1/login',
      {
        config: open,
        schema: {
          body: LogIn,
          consumes: ['application/x-www-form-urlencoded'],
          response: { 200: TokenPair },
        },
        preHandler: [perNetwork(60, 1), perAccount(10, 1)],
      },
      (request) => accounts.logIn(request.body, deviceOf(request)),
    )

    app.post(
      '/api/v1/refresh',
      {
        config: open,
        schema: { body: Refresh, response: { 200: TokenPair } },
        preHandler: perNetwork(240, 1),
      },
      ({ body }) => accounts.refresh(body.refresh_token),
    )

    app.post(
      '/api/v1/logout',
      { config: open, schema: { body: LogOut, response: { 200: Acknowledged } } },
      async ({ body }) => {
        await accounts.logOut(body.refresh_token)
        return { message: 'You are logged out.' }
      },
    )

    app.get('/api/v1/users/me', { schema: { response: { 200: User } } }, async ({ user }) =>
      presentUser(await accounts.me(user.id)),
    )

    app.patch(
      '/api/v1/users/me',
      { schema: { body: UserPatch, response: { 200: User } } },
      async ({ user, body }) => presentUser(await accounts.changeMe(user.id, body)),
    )
  }

const usernameOf = ({ body }: FastifyRequest) => (body as LogIn).username.trim().toLowerCase()
