import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { PublicPage, PublicPagePatch } from '../../src/services/contract/share.ts'
import { requireVerified } from '../accounts/accounts.policy.ts'
import type { Context } from '../context.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import { presentPublicPage } from './share.presenter.ts'
import type { Share } from './share.service.ts'
import type { PageRow } from './share.types.ts'

const Params = z.object({ id: z.uuid() })

/** The public page as its owner sees it. */
export const publicPageRoutes =
  ({ db, link }: Context, share: Share): FastifyPluginAsyncZod =>
  async (app) => {
    const found = (userId: string, id: string, intent: 'read' | 'edit') =>
      integrationFor(db, userId, id, intent)
    const presented = async (page: PageRow) =>
      presentPublicPage(page, {
        usedToday: await share.usedToday(page.integrationId),
        resetsAt: share.resetsAt(),
        url: link(`/share/integration/${page.integrationId}`),
      })

    app.get(
      '/api/v1/integrations/:id/public-page',
      { schema: { params: Params, response: { 200: PublicPage } } },
      async ({ user, params }) => presented(await share.page((await found(user.id, params.id, 'read')).id)),
    )

    app.patch(
      '/api/v1/integrations/:id/public-page',
      { schema: { params: Params, body: PublicPagePatch, response: { 200: PublicPage } } },
      async ({ user, params, body }) => {
        const integration = await found(user.id, params.id, 'edit')
        // Taking a page from the public is open to everybody who may edit.
        if (body.state === 'on') await requireVerified(db, user.id)
        return presented(await share.change(integration, body))
      },
    )
  }
