import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readinessOf } from '../kernel/http/readiness.ts'
import { createMetrics } from './metrics.ts'

/** For operators: liveness, readiness, and metrics. */
export function registerOperations(app: FastifyInstance, { database, db, files, hub, config }: Context) {
  const quiet = { logLevel: 'warn', schema: { hide: true } } as const
  app.get('/health', quiet, async () => ({ status: 'ok' }))
  app.get('/ready', quiet, () => readinessOf({ db, files }))
  if (!config.metrics) return
  const { registry, seconds } = createMetrics({ db, pool: database.pool, hub, config, files })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })

  app.get('/metrics', quiet, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
