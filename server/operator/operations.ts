import { statfs } from 'node:fs/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Hub } from '../connection/realtime/hub.ts'
import type { Context } from '../context.ts'
import type { Config } from '../kernel/config/config.ts'
import type { Db } from '../kernel/db/open.ts'
import { documents, webhookEndpoints } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'
import type { Files } from '../kernel/files/files.types.ts'
import { operationSeconds } from '../kernel/telemetry/operations.ts'
import { say, written } from '../kernel/texts/say.ts'
import { within } from '../kernel/within.ts'
import { countOutdated, modelOf } from '../knowledge/retrieval/outdated.ts'
import { lastBackup } from './backup/marks.ts'

const PATIENCE = 5_000 // ms
const KEPT_FOR = 1_000 // ms

/** Work that is done once for all who ask while it is under way and just after: it costs queries and a stored file. */
const shared = <Result>(work: () => Promise<Result>) => {
  let kept: Promise<Result> | null = null
  return () => {
    kept ??= work().finally(() => {
      setTimeout(() => {
        kept = null
      }, KEPT_FOR).unref()
    })
    return kept
  }
}

/** Null without an answer in time: the last figures remain, and /ready says why. */
const soon = <Figure>(work: Promise<Figure>): Promise<Figure | null> =>
  within(work, PATIENCE, 'no answer in time').catch(() => null)

/** Whether an upload can be stored now. */
const canStoreFiles = (files: Context['files']) =>
  within(files.probe(), PATIENCE, 'no answer in time').then(
    () => true,
    () => false,
  )

/**
 * Whether the server can work: it can if the database responds. Without disk space only uploads are refused;
 * taking every process out of a load balancer would refuse questions as well.
 * @throws Refusal 503 if the database does not respond
 */
async function readinessOf({ db, files }: Pick<Context, 'db' | 'files'>) {
  await within(db.execute(sql`select 1`), PATIENCE, 'no answer in time').catch(() => {
    throw refusal('database_silent')
  })
  return (await canStoreFiles(files))
    ? { status: 'ok' }
    : { status: 'degraded', detail: written(say('files_away')) }
}

type Parts = {
  db: Db
  pool: pg.Pool
  hub: Pick<Hub, 'size'>
  files: Files
  config: Pick<Config, 'dataDir' | 'embeddings' | 'localModels'>
}

/** Content of /metrics; docs/metrics.md explains each. `seconds` records the time of every request. */
export function createMetrics({ db, pool, hub, config, files }: Parts) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(operationSeconds)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  new Gauge({
    name: 'sockets_open',
    help: 'Open WebSockets',
    registers,
    collect() {
      this.set(hub.size())
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database that are in use or idle, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'files_storable',
    help: '1 while an uploaded file could be stored, else 0',
    registers,
    async collect() {
      this.set((await canStoreFiles(files)) ? 1 : 0)
    },
  })
  const waiting = new Gauge({ name: 'documents_waiting', help: 'Documents that wait to be read', registers })
  new Gauge({
    name: 'documents_waiting_seconds',
    help: 'How long the document that was added first has waited to be read',
    registers,
    async collect() {
      const state = await soon(waitingDocuments(db))
      if (!state) return
      waiting.set(state.count)
      this.set(state.seconds)
    },
  })
  new Gauge({
    name: 'passages_outdated',
    help: 'Passages that wait to be embedded by a model that has replaced another',
    registers,
    async collect() {
      const counted = await soon(countOutdated(db, modelOf(config)))
      if (counted) this.set([...counted.values()].reduce((sum, passages) => sum + passages, 0))
    },
  })
  new Gauge({
    name: 'webhooks_failing',
    help: 'Webhooks that are on and whose last delivery failed',
    registers,
    async collect() {
      const failing = await soon(countFailingWebhooks(db))
      if (failing !== null) this.set(failing)
    },
  })
  new Gauge({
    name: 'data_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers,
    async collect() {
      const disk = await soon(statfs(config.dataDir))
      if (disk) this.set(disk.bavail * disk.bsize)
    },
  })
  new Gauge({
    name: 'backup_made_timestamp_seconds',
    help: 'When the last backup of this data folder was made; 0 when none was',
    registers,
    async collect() {
      this.set((await lastBackup(config.dataDir)) ?? 0)
    },
  })
  return { registry, seconds }
}

async function waitingDocuments(db: Db): Promise<{ count: number; seconds: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      seconds: sql<number>`coalesce(extract(epoch from now() - min(${documents.updatedAt})), 0)`.mapWith(
        Number,
      ),
    })
    .from(documents)
    .where(eq(documents.status, 'queued'))
  return row ?? { count: 0, seconds: 0 }
}

const countFailingWebhooks = (db: Db): Promise<number> =>
  db.$count(webhookEndpoints, and(webhookEndpoints.enabled, isNotNull(webhookEndpoints.failingSince)))

/** For operators: liveness, readiness, and metrics. */
export function registerOperations(app: FastifyInstance, { database, db, files, hub, config }: Context) {
  const quiet = { logLevel: 'warn', schema: { hide: true } } as const
  app.get('/health', quiet, async () => ({ status: 'ok' }))
  const ready = shared(() => readinessOf({ db, files }))
  app.get('/ready', quiet, ready)
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

  const measured = shared(() => registry.metrics())
  app.get('/metrics', quiet, async (_request, reply) =>
    reply.type(registry.contentType).send(await measured()),
  )
}
