import type { Context } from '../../context.ts'
import { createGuardedPost } from '../../kernel/fetching/guarded-post.ts'
import { createSeal } from '../../kernel/secrets.ts'
import type { Module } from '../../module.ts'
import { createDeliverer } from './deliver.ts'
import { createWebhooksRepository, type EndpointRow } from './webhooks.repository.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.service.ts'

/** Sends an organization's events to its own addresses: each module queues them in its transactions. */
export const createWebhooksModule = (context: Context): Module => {
  const { config, database, db, hub, log, notifications } = context
  const webhooks = createWebhooksRepository(db)
  const seal = createSeal(config.jwtSecret, 'webhooks')
  const guarded = createGuardedPost(config.web)
  const notifyDisabled = async ({ organizationId, url }: EndpointRow) => {
    // Before the notification, which leads to the list.
    hub.publish(`organization:${organizationId}`, 'organization_update', { id: organizationId })
    await notifications.notify({
      right: 'manage',
      organizationId,
      type: 'webhook_disabled_failure',
      values: { host: new URL(url).host },
      link: '/settings/webhooks',
    })
  }
  const deliverer = config.quiet ? null : createDeliverer({ webhooks, guarded, seal, log, notifyDisabled })
  return {
    async plugin(app) {
      await app.register(
        webhookRoutes(context, createWebhooks({ webhooks, guarded, seal, withLock: database.withLock })),
      )
    },
    sweep: webhooks.sweep,
    close: async () => deliverer?.close(),
  }
}
