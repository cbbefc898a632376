import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { bodyOf } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { presentDomain } from './settings.presenter.ts'
import type { SingleSignOnSettings } from './settings.service.ts'
import { verifiedOwner } from './single-sign-on.policy.ts'

const CALLS_PER_MINUTE = 20
/** Managers of the organization read it, owners change it: it decides who can sign in as an owner. */
export const singleSignOnRoutes =
  ({ db, config }: Context, settings: SingleSignOnSettings): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const managed = async (userId: string, organizationId: string) =>
      (await memberWho('manage', db, userId, organizationId)).organizationId

    serve(app, api.singleSignOn.get, async ({ user, params }) =>
      settings.read(await managed(user.id, params.organizationId)),
    )

    serve(app, api.singleSignOn.save, async ({ user, params, body }) => {
      const organizationId = await verifiedOwner(db, user.id, params.organizationId)
      await settings.save(organizationId, body)
      return settings.read(organizationId)
    })

    serve(app, api.singleSignOn.remove, async ({ user, params }) => {
      await settings.remove(await verifiedOwner(db, user.id, params.organizationId))
      return { message: 'Single sign-on was removed.' }
    })

    serve(
      app,
      api.singleSignOn.test,
      async ({ user, params }) => {
        const problem = await settings.test(await managed(user.id, params.organizationId))
        return { problem: problem && bodyOf(problem) }
      },
      { preHandler: perUser(CALLS_PER_MINUTE, 1) },
    )

    serve(
      app,
      api.singleSignOn.enforce,
      async ({ user, params, body }) => {
        const organizationId = await verifiedOwner(db, user.id, params.organizationId)
        await settings.enforce(organizationId, body.enforced)
        return settings.read(organizationId)
      },
      { preHandler: perUser(CALLS_PER_MINUTE, 1) },
    )

    serve(app, api.singleSignOn.addDomain, async ({ user, params, body }) => {
      const organizationId = await verifiedOwner(db, user.id, params.organizationId)
      return presentDomain(await settings.addDomain(organizationId, body.domain))
    })

    serve(
      app,
      api.singleSignOn.verifyDomain,
      async ({ user, params }) =>
        presentDomain(
          await settings.verifyDomain(await verifiedOwner(db, user.id, params.organizationId), params.id),
        ),
      { preHandler: perUser(CALLS_PER_MINUTE, 1) },
    )

    serve(app, api.singleSignOn.removeDomain, async ({ user, params }) => {
      await settings.removeDomain(await verifiedOwner(db, user.id, params.organizationId), params.id)
      return { message: 'The domain was removed.' }
    })
  }
