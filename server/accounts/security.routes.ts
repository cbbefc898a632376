import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  ApiKeyList,
  BackupCodes,
  CreatedApiKey,
  DeviceSessionList,
  NewApiKey,
  SignInList,
  TwoFactor,
  TwoFactorConfirmation,
  TwoFactorProof,
  TwoFactorSetup,
  TwoFactorSetupRequest,
} from '../../src/services/contract/security.ts'
import type { Context } from '../context.ts'
import { limited } from '../http/rate-limits.ts'
import { requireVerified } from './accounts.policy.ts'
import type { ApiKeys } from './api-keys.ts'
import { deviceOf } from './device.ts'
import type { Passwords } from './passwords.ts'
import { presentApiKey, presentSession, presentSignIn } from './security.presenter.ts'
import type { SignIns } from './sign-ins.ts'
import type { TwoFactors } from './two-factor.ts'

type Parts = {
  passwords: Passwords
  apiKeys: ApiKeys
  signIns: SignIns
  twoFactor: TwoFactors
}

const Params = z.object({ id: z.uuid() })

/** How the account is kept safe; for sessions alone, never for API keys. */
export const securityRoutes =
  (
    { db, config, sessions }: Context,
    { passwords, apiKeys, signIns, twoFactor }: Parts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const secret = { answersSecret: true }

    /** Password and code: an open session alone does not take the second step away. */
    const proven = async (request: FastifyRequest, { password, code }: TwoFactorProof) => {
      await passwords.confirm(request.user.id, password)
      await twoFactor.prove(request.user.id, code, deviceOf(request))
    }

    app.get(
      '/api/v1/users/me/sessions',
      { schema: { response: { 200: DeviceSessionList } } },
      async ({ user }) => (await sessions.of(user.id)).map(presentSession(user.sessionId)),
    )

    app.delete(
      '/api/v1/users/me/sessions',
      { schema: { response: { 200: Acknowledged } } },
      async ({ user }) => {
        await sessions.revokeAll(user.id, user.sessionId)
        return { message: 'Your other devices were logged out.' }
      },
    )

    app.delete(
      '/api/v1/users/me/sessions/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await sessions.revokeOwn(user.id, params.id)
        return { message: 'The device was logged out.' }
      },
    )

    app.get('/api/v1/users/me/sign-ins', { schema: { response: { 200: SignInList } } }, async ({ user }) =>
      (await signIns.of(user.id)).map(presentSignIn),
    )

    app.get('/api/v1/users/me/two-factor', { schema: { response: { 200: TwoFactor } } }, ({ user }) =>
      twoFactor.state(user.id),
    )

    app.post(
      '/api/v1/users/me/two-factor/setup',
      {
        config: secret,
        schema: { body: TwoFactorSetupRequest, response: { 200: TwoFactorSetup } },
        preHandler: perUser(10, 1),
      },
      async ({ user, body }) => {
        const { email } = await passwords.confirm(user.id, body.password)
        return twoFactor.begin(user.id, email)
      },
    )

    app.post(
      '/api/v1/users/me/two-factor/confirm',
      {
        config: secret,
        schema: { body: TwoFactorConfirmation, response: { 200: BackupCodes } },
        preHandler: perUser(10, 1),
      },
      ({ user, body }) => twoFactor.confirm(user.id, body.code),
    )

    app.post(
      '/api/v1/users/me/two-factor/disable',
      {
        schema: { body: TwoFactorProof, response: { 200: Acknowledged } },
        preHandler: perUser(10, 1),
      },
      async (request) => {
        await proven(request, request.body)
        await db.transaction((tx) => twoFactor.end(tx, request.user.id))
        return { message: 'Two-factor log-in is off.' }
      },
    )

    app.post(
      '/api/v1/users/me/two-factor/backup-codes',
      {
        config: secret,
        schema: { body: TwoFactorProof, response: { 200: BackupCodes } },
        preHandler: perUser(10, 1),
      },
      async (request) => {
        await proven(request, request.body)
        return twoFactor.renewBackupCodes(request.user.id)
      },
    )

    app.get('/api/v1/users/me/api-keys', { schema: { response: { 200: ApiKeyList } } }, async ({ user }) =>
      (await apiKeys.of(user.id)).map(presentApiKey),
    )

    app.post(
      '/api/v1/users/me/api-keys',
      { config: secret, schema: { body: NewApiKey, response: { 201: CreatedApiKey } } },
      async ({ user, body }, reply) => {
        await requireVerified(db, user.id)
        const { row, secret } = await apiKeys.create(user.id, body)
        return reply.code(201).send({ ...presentApiKey(row), secret })
      },
    )

    app.delete(
      '/api/v1/users/me/api-keys/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await apiKeys.remove(user.id, params.id)
        return { message: 'The API key was deleted.' }
      },
    )
  }
