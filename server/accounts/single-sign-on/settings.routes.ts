import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { bodyOf } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { tellOfChanges } from '../../kernel/http/settings-news.ts'
import { presentDomain } from './settings.presenter.ts'
import type { SingleSignOnSettings } from './settings.service.ts'

const CALLS_PER_MINUTE = 20
/** Managers of the organization read it, owners change it: it decides who can sign in as an owner. */
export const singleSignOnRoutes =
  ({ config, hub }: Context, settings: SingleSignOnSettings): FastifyPluginAsync =>
  async (app) => {
    tellOfChanges(app, hub)
    const perUser = limited(app, config, ({ user }) => user.id)
    serve(app, api.singleSignOn.get, async ({ params }) => settings.read(params.organizationId))

    serve(app, api.singleSignOn.save, async ({ params, body }) => {
      const { organizationId } = params
      await settings.save(organizationId, body)
      return settings.read(organizationId)
    })

    serve(app, api.singleSignOn.remove, async ({ params }) => {
      await settings.remove(params.organizationId)
      return { message: 'Single sign-on was removed.' }
    })

    serve(app, api.singleSignOn.test, { preHandler: perUser(CALLS_PER_MINUTE, 1) }, async ({ params }) => {
      const problem = await settings.test(params.organizationId)
      return { problem: problem && bodyOf(problem) }
    })

    serve(
      app,
      api.singleSignOn.enforce,
      { preHandler: perUser(CALLS_PER_MINUTE, 1) },
      async ({ params, body }) => {
        const { organizationId } = params
        await settings.enforce(organizationId, body.enforced)
        return settings.read(organizationId)
      },
    )

    serve(app, api.singleSignOn.addDomain, async ({ params, body }) =>
      presentDomain(await settings.addDomain(params.organizationId, body.domain)),
    )

    serve(
      app,
      api.singleSignOn.verifyDomain,
      { preHandler: perUser(CALLS_PER_MINUTE, 1) },
      async ({ params }) => presentDomain(await settings.verifyDomain(params.organizationId, params.id)),
    )

    serve(app, api.singleSignOn.removeDomain, async ({ params }) => {
      await settings.removeDomain(params.organizationId, params.id)
      return { message: 'The domain was removed.' }
    })
  }
