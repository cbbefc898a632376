import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { TwoFactorProof } from '../../src/services/contract/security.ts'
import type { Context } from '../context.ts'
import { deviceOf } from '../kernel/http/device.ts'
import { limited } from '../kernel/http/rate-limits.ts'
import { serve } from '../kernel/http/serve.ts'
import { tellOfAccount, tellOfChanges } from '../kernel/http/settings-news.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Passwords } from './passwords.ts'
import {
  presentApiKey,
  presentOrganizationApiKey,
  presentSession,
  presentSignIn,
} from './security.presenter.ts'
import type { SignIns } from './sign-ins.ts'
import type { TwoFactors } from './two-factor.ts'

type Parts = {
  passwords: Passwords
  apiKeys: ApiKeys
  signIns: SignIns
  twoFactor: TwoFactors
}
/** Account security; only for sessions, never for API keys. */
export const securityRoutes =
  (
    { db, config, hub, sessions }: Context,
    { passwords, apiKeys, signIns, twoFactor }: Parts,
  ): FastifyPluginAsync =>
  async (app) => {
    tellOfAccount(app, hub)
    const perUser = limited(app, config, ({ user }) => user.id)
    /** Password and code: an open session is not enough to remove the second step. */
    const proven = async (request: FastifyRequest, { password, code }: TwoFactorProof) => {
      await passwords.confirm(request.user.id, password)
      await twoFactor.prove(request.user.id, code, deviceOf(request))
    }

    serve(app, api.security.sessions, async ({ user }) =>
      (await sessions.of(user.id)).map(presentSession(user.sessionId)),
    )

    serve(app, api.security.endOtherSessions, async ({ user }) => {
      await sessions.revokeAll(user.id, user.sessionId)
      return { message: 'Your other devices were logged out.' }
    })

    serve(app, api.security.endSession, async ({ user, params }) => {
      await sessions.revokeOwn(user.id, params.id)
      return { message: 'The device was logged out.' }
    })

    serve(app, api.security.signIns, async ({ user }) => (await signIns.of(user.id)).map(presentSignIn))

    serve(app, api.security.twoFactor, ({ user }) => twoFactor.state(user.id))

    serve(app, api.security.beginTwoFactor, { preHandler: perUser(10, 1) }, async ({ user, body }) => {
      const { email } = await passwords.confirm(user.id, body.password)
      return twoFactor.begin(user.id, email)
    })

    serve(app, api.security.confirmTwoFactor, { preHandler: perUser(10, 1) }, ({ user, body }) =>
      twoFactor.confirm(user.id, body.code),
    )

    serve(app, api.security.endTwoFactor, { preHandler: perUser(10, 1) }, async (request) => {
      await proven(request, request.body)
      await db.transaction((tx) => twoFactor.end(tx, request.user.id))
      return { message: 'Two-factor log-in is off.' }
    })

    serve(app, api.security.renewBackupCodes, { preHandler: perUser(10, 1) }, async (request) => {
      await proven(request, request.body)
      return twoFactor.renewBackupCodes(request.user.id)
    })

    serve(app, api.apiKeys.mine, async ({ user }) => (await apiKeys.of(user.id)).map(presentApiKey))

    serve(app, api.apiKeys.create, async ({ user, body }) => {
      const { row, secret } = await apiKeys.create(user.id, body)
      return { ...presentApiKey(row), secret }
    })

    serve(app, api.apiKeys.remove, async ({ user, params }) => {
      await apiKeys.remove(user.id, params.id)
      return { message: 'The API key was deleted.' }
    })
  }

/** Keys that belong to an organization rather than a person; for its managers. */
export const organizationKeyRoutes =
  ({ hub }: Context, apiKeys: ApiKeys): FastifyPluginAsync =>
  async (app) => {
    tellOfChanges(app, hub)
    serve(app, api.apiKeys.ofOrganization, async ({ params }) =>
      (await apiKeys.ofOrganization(params.organizationId)).map(presentOrganizationApiKey),
    )

    serve(app, api.apiKeys.createForOrganization, async ({ user, params, body }) => {
      const { row, secret } = await apiKeys.createForOrganization(params.organizationId, user.id, body)
      return { ...presentOrganizationApiKey(row), secret }
    })

    serve(app, api.apiKeys.removeOfOrganization, async ({ params }) => {
      await apiKeys.removeFromOrganization(params.organizationId, params.id)
      return { message: 'The API key was deleted.' }
    })
  }
