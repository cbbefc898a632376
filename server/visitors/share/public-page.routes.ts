import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { requireVerified } from '../../accounts/accounts.policy.ts'
import { integrationFor } from '../../assistants/integrations/integrations.policy.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Identity } from './identity.ts'
import { leftOutOf } from './left-out.ts'
import { presentPublicPage } from './share.presenter.ts'
import type { Share } from './share.service.ts'
import type { PageRow } from './share.types.ts'
/** The owner's view of the public page. */
export const publicPageRoutes =
  ({ db, link }: Context, { share, identity }: { share: Share; identity: Identity }): FastifyPluginAsync =>
  async (app) => {
    const found = (userId: string, id: string, intent: 'read' | 'edit') =>
      integrationFor(db, userId, id, intent)
    const presented = async (page: PageRow, userId: string, integration: IntegrationRow) =>
      presentPublicPage(page, {
        leftOut: await leftOutOf(db, userId, integration),
        usedToday: await share.usedToday(page.integrationId),
        resetsAt: share.resetsAt(),
        url: link(`/share/integration/${page.integrationId}`),
      })

    serve(app, api.assistants.publicPage, async ({ user, params }) => {
      const integration = await found(user.id, params.id, 'read')
      return presented(await share.page(integration.id), user.id, integration)
    })

    serve(app, api.assistants.changePublicPage, async ({ user, params, body }) => {
      const integration = await found(user.id, params.id, 'edit')
      // Every editor can take a page offline.
      if (body.state === 'on') await requireVerified(db, user.id)
      return presented(await share.change(integration, body), user.id, integration)
    })

    serve(app, api.assistants.renewIdentitySecret, async ({ user, params }) =>
      identity.renew(await found(user.id, params.id, 'edit')),
    )
  }
