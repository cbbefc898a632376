import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { integrationFor } from '../../assistants/integrations/integrations.policy.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kernel/errors.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { tellOfChanges } from '../../kernel/http/settings-news.ts'
import { presentChannel, presentKinds } from './channels.presenter.ts'
import type { ChannelsService } from './channels.service.ts'
import { CHANNELS } from './channels.ts'

/** Each calls other people's servers. */
const TRIED_PER_MINUTE = 10

export const eventsPath = (kind: string) => `/api/v1/channels/${kind}/events`

/** Channels of assistants, for the organization's managers. */
export const channelRoutes =
  ({ db, config, hub, link }: Context, { channels }: { channels: ChannelsService }): FastifyPluginAsync =>
  async (app) => {
    tellOfChanges(app, hub)
    const perUser = limited(app, config, ({ user }) => user.id)

    serve(app, api.channels.kinds, async () => presentKinds(CHANNELS, (kind) => link(eventsPath(kind))))

    serve(app, api.channels.list, async ({ params }) =>
      (await channels.of(params.organizationId)).map(presentChannel),
    )

    serve(
      app,
      api.channels.connect,
      { preHandler: perUser(TRIED_PER_MINUTE, 1) },
      async ({ user, params, body }) => {
        const { organizationId } = params
        const integration = await integrationFor(db, user.id, body.integration_id, 'manage')
        if (integration.organizationId !== organizationId) throw notFound('integration')
        return presentChannel(await channels.connect(integration, user.id, body))
      },
    )

    serve(app, api.channels.change, { preHandler: perUser(TRIED_PER_MINUTE, 1) }, async ({ params, body }) =>
      presentChannel(await channels.change(params.organizationId, params.id, body)),
    )

    serve(app, api.channels.remove, async ({ params }) => {
      await channels.remove(params.organizationId, params.id)
      return { message: 'The channel was removed.' }
    })
  }
