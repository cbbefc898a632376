import type { FastifyInstance } from 'fastify'

type Hub = { publish: (channel: `organization:${string}`, type: string, data: unknown) => void }

/** After a change by these routes, below `/organizations/:organizationId`, its open pages read the settings again. */
export const tellOfChanges = (app: FastifyInstance, hub: Hub) =>
  app.addHook('onResponse', async ({ method, params, routeOptions }, { statusCode }) => {
    const { organizationId: id } = params as { organizationId?: string }
    const isChange = method !== 'GET' && routeOptions.config.rules?.unaudited === undefined
    if (isChange && statusCode < 300 && id) hub.publish(`organization:${id}`, 'organization_update', { id })
  })
