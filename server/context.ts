import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Sessions } from './accounts/authentication.ts'
import type { Background } from './background.ts'
import type { LimitsService } from './billing/limits.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/open.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Notifications } from './notifications/notifications.service.ts'
import type { Bus } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'

/** What the modules are made with. */
export type Context = {
  config: Config
  database: Database
  db: Db
  log: FastifyBaseLogger
  bus: Bus
  hub: Hub
  sessions: Sessions
  /** What the plan of an organization has room for. */
  limits: LimitsService
  notifications: Notifications
  background: Background
  mail: Mailer
  /** A page of the app as people reach it; `path` begins with a slash. */
  link(path: string): string
  /** Whether a browser page of the request's Origin may open sockets here. */
  mayConnectFrom(request: FastifyRequest): boolean
}
