import type { FastifyInstance } from 'fastify'

type Hub = {
  publish: (channel: `organization:${string}`, type: string, data: unknown) => void
  publishTo: (userId: string, type: string, data: unknown) => void
}

/** After a change by these routes, below `/organizations/:organizationId`, its open pages read the settings again. */
export const tellOfChanges = (app: FastifyInstance, hub: Hub) =>
  app.addHook('onResponse', async ({ method, params, routeOptions }, { statusCode }) => {
    const { organizationId: id } = params as { organizationId?: string }
    const isChange = method !== 'GET' && routeOptions.config.rules?.unaudited === undefined
    if (isChange && statusCode < 300 && id) hub.publish(`organization:${id}`, 'organization_update', { id })
  })

/** After a change by these routes, all open pages of its person read again what they show of the account. */
export const tellOfAccount = (app: FastifyInstance, hub: Hub) =>
  app.addHook('onResponse', async ({ method, user }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300) hub.publishTo(user.id, 'account_update', {})
  })
