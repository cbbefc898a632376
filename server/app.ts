import path from 'node:path'
import formbody from '@fastify/formbody'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { registerVerification } from './accounts/accounts.policy.ts'
import { createApiKeys } from './accounts/api-keys.ts'
import { registerAuthentication } from './accounts/authenticate.ts'
import { registerFirstAccount } from './accounts/first-account.ts'
import { endSockets } from './connection/realtime/sockets.routes.ts'
import { createContext } from './context.ts'
import { registerDocs } from './developers/reference/docs.ts'
import { registerGuides } from './developers/reference/guides.ts'
import type { Config } from './kernel/config/config.ts'
import { sweepCounts } from './kernel/counting.ts'
import type { Database } from './kernel/db/open.ts'
import { HOUR } from './kernel/durations.ts'
import { createHousekeeping } from './kernel/housekeeping.ts'
import { registerBodies, registerJsonLimits, takeJson } from './kernel/http/bodies.ts'
import { registerCallers } from './kernel/http/caller.ts'
import { keepForwardedAddress } from './kernel/http/device.ts'
import { answerError } from './kernel/http/error-handler.ts'
import { registerIdempotency, sweepIdempotency } from './kernel/http/idempotency.ts'
import { speakPlainly } from './kernel/http/plain-issues.ts'
import { registerRateLimits } from './kernel/http/rate-limits.ts'
import { PATH_MAX, registerSecurity, rewriteUrl } from './kernel/http/security.ts'
import { APP_FOLDER, registerPageFonts, registerStatic } from './kernel/http/static.ts'
import type { Embedder } from './knowledge/retrieval/embedder.ts'
import { createModules } from './modules.ts'
import { registerOperations } from './operator/operations.ts'
import { registerMemberships } from './organizations/organizations.policy.ts'

const SOCKET_OPTIONS = {
  maxPayload: 64 * 1024, // bytes of a frame
  closeTimeout: 3_000, // ms: a socket is cut if the other side does not answer the close
}
/** Size of a body whose sender may be unknown; operations that check the sender first accept more. */
const BODY_BYTES_MAX = 64 * 1024
const HEADERS_TIME_MAX = 15_000 // ms
const CONNECTIONS_CHECKED_EVERY = 5_000 // ms
const REQUEST_TIME_MAX = HOUR // ms: fifty files of 20 MiB over a slow line; slow bodies end sooner
const START_TIME_MAX = 300_000 // ms for each part of the server

speakPlainly()

type AppOptions = {
  config: Config
  database: Database
  logger: FastifyBaseLogger
  /** The built app; tests pass their own. */
  appFolder?: string
  /** Replaces the embedder from the settings: tests share one. */
  embedder?: Embedder | undefined
  /** Sees every request before anything else. */
  watch?: (app: FastifyInstance) => void
}

/** The whole server, not yet listening. `close()` stops everything but the database. */
export async function createApp({
  config,
  database,
  logger,
  appFolder = APP_FOLDER,
  embedder,
  watch,
}: AppOptions) {
  const { db } = database
  const app = Fastify({
    loggerInstance: logger,
    // Only the address that the proxy reports counts, not addresses that the client claims.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: BODY_BYTES_MAX,
    // The first to see a request: the log names its address.
    rewriteUrl: (request) => {
      if (config.trustProxy) keepForwardedAddress(request)
      return rewriteUrl(request)
    },
    routerOptions: { maxParamLength: PATH_MAX },
    forceCloseConnections: true,
    // A busy machine starts slowly: the default of ten seconds would abort it.
    pluginTimeout: START_TIME_MAX,
    requestTimeout: REQUEST_TIME_MAX,
    http: { headersTimeout: HEADERS_TIME_MAX, connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  registerBodies(app)
  takeJson(app, 'application/json')
  watch?.(app)

  const context = await createContext({ config, database, app })
  const { hub, sessions } = context
  const { modules, retrieval } = await createModules(context, { appFolder, embedder })

  await registerSecurity(app, config, path.join(appFolder, 'index.html'))
  await registerRateLimits(app, config, context.counts)
  registerAuthentication(app, { config, sessions, apiKeys: createApiKeys(database) })
  registerCallers(app)
  registerJsonLimits(app)
  registerMemberships(app, db)
  registerVerification(app, db)
  registerIdempotency(app, db, context.processes)
  if (config.docs) await registerDocs(app)
  registerGuides(app, config)
  await app.register(formbody)
  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'a socket failed')
      socket.close(1011)
    },
    preClose: endSockets(hub),
  })
  registerOperations(app, context)
  registerPageFonts(app)
  registerFirstAccount(app, db)
  await registerStatic(app, appFolder, config.apiBase)
  for (const { plugin } of modules) if (plugin) await app.register(plugin)

  const housekeeping = createHousekeeping({
    log: app.log,
    processes: context.processes,
    shared: [
      () => sweepIdempotency(db),
      () => sweepCounts(db),
      ...modules.flatMap(({ sweep }) => sweep ?? []),
    ],
    own: modules.flatMap(({ sweepOwnDisk }) => sweepOwnDisk ?? []),
  })
  app.addHook('onClose', async () => {
    housekeeping.stop()
    await context.mail.close()
    const ended = Promise.all(modules.flatMap(({ end }) => end?.() ?? []))
    await context.background.end()
    await ended
    for (const { close } of modules.toReversed()) await close?.()
    await context.processes.close()
    await context.counts.close()
    await context.bus.close()
  })
  return { app, context, retrieval, housekeeping }
}
