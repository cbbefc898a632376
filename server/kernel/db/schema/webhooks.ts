import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { WebhookDeliveryStatus, WebhookEvent } from '../../../../src/services/contract/webhooks.ts'
import { at, partOf } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * Secrets are encrypted: they sign each delivery. The previous ones, with spaces between, are valid until
 * `previousUntil`.
 */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    secret: text().notNull(),
    previousSecret: text(),
    previousUntil: at(),
    enabled: boolean().notNull().default(true),
    /** Since when every attempt has failed, except tests. */
    failingSince: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [index('webhook_endpoints_organization').on(table.organizationId)],
)

/** Written in the transaction of the event; sent by whichever process takes it first. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    endpointId: partOf(() => webhookEndpoints.id),
    type: text().$type<WebhookEvent | 'test'>().notNull(),
    body: text().notNull(),
    status: text().$type<WebhookDeliveryStatus>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** While pending. The process sending it sets this ahead, so that another can take over if it dies. */
    nextTryAt: at().notNull().defaultNow(),
    responseStatus: integer(),
    responseExcerpt: text().notNull().default(''),
    error: text().notNull().default(''),
    createdAt: at().notNull().default(sql`clock_timestamp()`),
    attemptedAt: at(),
  },
  (table) => [
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
    index('webhook_deliveries_attempted').on(table.endpointId, table.attemptedAt),
    index('webhook_deliveries_due').on(table.nextTryAt).where(sql`${table.status} = 'pending'`),
  ],
)
