import path from 'node:path'
import formbody from '@fastify/formbody'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { registerAccounts } from './accounts/accounts.module.ts'
import { createAccountsRepository } from './accounts/accounts.repository.ts'
import { createApiKeys } from './accounts/api-keys.ts'
import { createSessions } from './accounts/authentication.ts'
import { createTokens } from './accounts/tokens.ts'
import { addressOf } from './address.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { createBackground } from './background.ts'
import { createBillingRepository } from './billing/billing.repository.ts'
import { registerBilling } from './billing/billing.ts'
import { createLimits } from './billing/limits.ts'
import { createBillingNews } from './billing/news.ts'
import { createStandings } from './billing/standing.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { conversationRoutes } from './conversations/conversations.routes.ts'
import type { Database } from './db/open.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { feedbackRoutes } from './feedback/feedback.routes.ts'
import { keepHouse } from './housekeeping.ts'
import { registerAuthentication } from './http/authenticate.ts'
import { registerBodies } from './http/bodies.ts'
import { registerDocs } from './http/docs.ts'
import { answerError } from './http/error-handler.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { registerJsonLimits } from './http/json-limits.ts'
import { registerOperations } from './http/operations.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { mayConnectFrom, registerSecurity } from './http/security.ts'
import { APP_FOLDER, registerStatic } from './http/static.ts'
import { PATH_MAX, rewriteUrl } from './http/unreadable-addresses.ts'
import { integrationRoutes } from './integrations/integrations.routes.ts'
import { createKnowledge } from './knowledge.ts'
import { knowledgeBaseRoutes } from './knowledge-bases/knowledge-bases.routes.ts'
import { createMailer } from './mail/mailer.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { createOutbox } from './mail/outbox.ts'
import { registerMembers } from './members/members.module.ts'
import { createNotificationsRepository } from './notifications/notifications.repository.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { createNotifications } from './notifications/notifications.service.ts'
import { organizationSettingsRoutes } from './organizations/organization-settings.routes.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { createBus } from './realtime/bus.ts'
import { endSockets } from './realtime/end-sockets.ts'
import { createHub } from './realtime/hub.ts'
import { socketRoutes } from './realtime/sockets.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { sharePageRoutes } from './share/page.routes.ts'
import { publicPageRoutes } from './share/public-page.routes.ts'
import { shareRoutes } from './share/share.routes.ts'
import { systemRoutes } from './system/system.routes.ts'

const FRAME_BYTES_MAX = 64 * 1024
/** A route that takes more says so, and asks who may call it before it reads the body. */
const BODY_BYTES_MAX = 64 * 1024
const HEADERS_TIME_MAX = 15_000 // ms
const CONNECTIONS_CHECKED_EVERY = 5_000 // ms
const REQUEST_TIME_MAX = 3_600_000 // ms: fifty files of 20 MiB over a slow line; slow bodies end sooner

z.config(z.locales.en())

type AppOptions = {
  config: Config
  database: Database
  logger: FastifyBaseLogger
  /** The built app; tests bring their own. */
  appFolder?: string
}

/** The whole server, not yet listening. `close()` ends it all but the database. */
export async function createApp({ config, database, logger, appFolder = APP_FOLDER }: AppOptions) {
  const { db } = database
  const app = Fastify({
    loggerInstance: logger,
    // What the one proxy in front saw, not what the client says that others saw.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: BODY_BYTES_MAX,
    rewriteUrl,
    routerOptions: { maxParamLength: PATH_MAX },
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIME_MAX,
    http: { headersTimeout: HEADERS_TIME_MAX, connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  registerBodies(app)

  const bus = await createBus(database, app.log)
  const hub = createHub({ bus, db, log: app.log })
  const accountsRepository = createAccountsRepository(db)
  const tokens = createTokens(config.jwtSecret)
  const sessions = createSessions(accountsRepository, tokens, bus)
  const billing = createBillingRepository(db)
  const standings = createStandings(billing)
  const apiKeys = createApiKeys(db)
  const background = createBackground(app.log)
  const outbox = createOutbox(db)
  const mail = createMailer(config, outbox, background)
  const notifications = createNotifications({
    notifications: createNotificationsRepository(db),
    hub,
    log: app.log,
  })
  const billingNews = createBillingNews({ billing, standings, notifications })
  const context: Context = {
    config,
    database,
    db,
    log: app.log,
    bus,
    hub,
    sessions,
    background,
    mail,
    link: (path) => addressOf(config, app) + path,
    notifications,
    limits: createLimits(billing, standings, billingNews),
    mayConnectFrom: mayConnectFrom(config),
  }

  const knowledge = await createKnowledge(context)

  await registerSecurity(app, config, path.join(appFolder, 'index.html'))
  await registerRateLimits(app, config)
  registerAuthentication(app, { config, sessions, apiKeys })
  registerJsonLimits(app)
  registerIdempotency(app, db)
  if (config.docs) await registerDocs(app)
  await app.register(formbody)
  await app.register(websocket, {
    options: { maxPayload: FRAME_BYTES_MAX },
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'a socket failed')
      socket.close(1011)
    },
    preClose: endSockets(hub),
  })
  registerOperations(app, context)

  const accounts = await registerAccounts(app, context, { repository: accountsRepository, tokens, apiKeys })
  await app.register(outboxRoutes(config, outbox))
  await app.register(organizationRoutes(context))
  await app.register(organizationSettingsRoutes(context, accounts.pictures))
  const members = await registerMembers(app, context, { accounts: accountsRepository, billing })
  await app.register(knowledgeBaseRoutes(context, knowledge))
  await app.register(documentRoutes(context, knowledge))
  await app.register(integrationRoutes(context, knowledge))
  await app.register(conversationRoutes(context, knowledge))
  await app.register(publicPageRoutes(context, knowledge))
  await app.register(shareRoutes(context, knowledge))
  await app.register(searchRoutes(context, knowledge))
  await registerBilling(app, context, { billing, standings, news: billingNews })
  await app.register(analyticsRoutes(context))
  await app.register(feedbackRoutes(context))
  await app.register(notificationRoutes(context))
  await app.register(systemRoutes(context))
  await app.register(socketRoutes(context))
  await registerStatic(app, appFolder, config.apiBase)
  await app.register(sharePageRoutes(appFolder, knowledge))

  const stopHousekeeping = keepHouse(db, app.log, [
    accounts.sweep,
    outbox.sweep,
    notifications.sweep,
    members.sweep,
    knowledge.share.sweep,
    knowledge.sweep,
  ])
  app.addHook('onClose', async () => {
    stopHousekeeping()
    mail.close()
    await background.settle()
    await knowledge.close()
    await bus.close()
  })
  return { app, context, knowledge }
}
