import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { assertReady } from './readiness.ts'

/** For those who run it: alive, able to work, and in figures. */
export function registerOperations(app: FastifyInstance, { db, files, hub, config }: Context) {
  const quiet = { logLevel: 'warn', schema: { hide: true } } as const
  app.get('/health', quiet, async () => ({ status: 'ok' }))
  app.get('/ready', quiet, async () => {
    await assertReady({ db, files })
    return { status: 'ok' }
  })
  if (!config.metrics) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  new Gauge({
    name: 'sockets_open',
    help: 'Open WebSockets',
    registers: [registry],
    collect() {
      this.set(hub.size())
    },
  })
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
