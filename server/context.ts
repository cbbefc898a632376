import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { createAccountsRepository } from './accounts/accounts.repository.ts'
import { createSessions, type Sessions } from './accounts/authentication.ts'
import { createTokens } from './accounts/tokens.ts'
import { createBillingRepository } from './billing/billing.repository.ts'
import { createBillingNotifications } from './billing/billing-notifications.ts'
import { type BillingStatuses, createBillingStatuses } from './billing/billing-status.ts'
import { createLimits, type LimitsService } from './billing/limits.ts'
import { createUsageRepository } from './billing/usage.repository.ts'
import { createNotificationsRepository } from './connection/notifications/notifications.repository.ts'
import { createNotifications, type Notifications } from './connection/notifications/notifications.service.ts'
import { type Bus, createBus } from './connection/realtime/bus.ts'
import { createHub, type Hub } from './connection/realtime/hub.ts'
import { addressOf } from './kernel/address.ts'
import { type Background, createBackground } from './kernel/background.ts'
import type { Config } from './kernel/config/config.ts'
import { assertItsSecret } from './kernel/config/same-secret.ts'
import { type Counts, createCounts } from './kernel/counting.ts'
import type { Database, Db } from './kernel/db/open.ts'
import type { Files } from './kernel/files/files.types.ts'
import { openFiles } from './kernel/files/open-files.ts'
import { mayConnectFrom } from './kernel/http/security.ts'
import { createMailer, type Mailer } from './kernel/mail/mailer.ts'
import { createOutbox } from './kernel/mail/stored-mails.ts'
import { createUnsent } from './kernel/mail/unsent.ts'
import { type Processes, registerProcess } from './kernel/processes/processes.ts'
import { createMembersRepository } from './organizations/members/members.repository.ts'

/** Dependencies of the modules. */
export type Context = {
  config: Config
  database: Database
  db: Db
  log: FastifyBaseLogger
  files: Files
  /** Rate-limited calls, counted across all processes. */
  counts: Counts
  processes: Processes
  bus: Bus
  hub: Hub
  sessions: Sessions
  billingStatuses: BillingStatuses
  /** The limits of an organization's plan. */
  limits: LimitsService
  notifications: Notifications
  background: Background
  mail: Mailer
  /** A page of the app at its public address; `path` begins with a slash. */
  link(path: string): string
  /** Whether a browser page from the request's Origin may open sockets here. */
  mayConnectFrom(request: FastifyRequest): boolean
}

type Parts = { config: Config; database: Database; app: FastifyInstance }

export async function createContext({ config, database, app }: Parts): Promise<Context> {
  const { db } = database
  const { log } = app
  await assertItsSecret(database.pool, config)
  const files = await openFiles(config)
  const bus = await createBus(database, log)
  const processes = await registerProcess(database, log)
  const hub = createHub({ bus, db, log, processes })
  const background = createBackground(log)
  const notifications = createNotifications({
    notifications: createNotificationsRepository(db),
    members: createMembersRepository(db),
    hub,
    log,
  })
  const billingStatuses = createBillingStatuses(createBillingRepository({ db, config }))
  return {
    config,
    database,
    db,
    log,
    files,
    counts: await createCounts(config, database, log),
    processes,
    bus,
    hub,
    sessions: createSessions(createAccountsRepository(db), createTokens(config.jwtSecret), bus),
    billingStatuses,
    limits: createLimits(
      createUsageRepository(db),
      billingStatuses,
      createBillingNotifications(notifications),
      database.withLock,
      log,
    ),
    notifications,
    background,
    mail: createMailer({
      config,
      outbox: createOutbox(db),
      unsent: createUnsent(db, config, log),
      background,
      log,
    }),
    link: (path) => addressOf(config, app) + path,
    mayConnectFrom: mayConnectFrom(config),
  }
}
