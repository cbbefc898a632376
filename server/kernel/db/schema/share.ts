import { type AnyPgColumn, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Customer } from '../../../../src/services/contract/handover.ts'
import { DAILY_LIMIT, type PublicPageState, VISITOR_LIMIT } from '../../../../src/services/contract/share.ts'
import { channels } from './channels.ts'
import { at, partOf } from './columns.ts'
import { integrations } from './integrations.ts'

const integrationId = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => integrations.id, { onDelete: 'cascade' })

/** Without a row here, an integration's public page is off. */
export const publicPages = pgTable('public_pages', {
  integrationId: integrationId().primaryKey(),
  state: text().$type<PublicPageState>().notNull().default('off'),
  allowedOrigins: jsonb().$type<string[]>().notNull().default([]),
  visitorLimit: integer().notNull().default(VISITOR_LIMIT),
  dailyLimit: integer().notNull().default(DAILY_LIMIT),
  expiresAt: at(),
  /** Sealed; sites sign their customers' identity with it. */
  identitySecret: text(),
  identitySince: at(),
})

/** Someone who asks from a public page; known by a token whose hash is stored here. */
export const visitors = pgTable(
  'visitors',
  {
    id: uuid().primaryKey().defaultRandom(),
    integrationId: integrationId(),
    tokenHash: text().notNull().unique(),
    /** As signed by the site. */
    customer: jsonb().$type<Customer>(),
    /** The channel and sender id of someone who writes from a channel. They have no token. */
    channelId: uuid().references((): AnyPgColumn => channels.id, { onDelete: 'set null' }),
    knownAs: text(),
    createdAt: at().notNull().defaultNow(),
    /** Precise to the day. */
    lastSeenAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('visitors_integration').on(table.integrationId),
    unique('visitors_channel').on(table.channelId, table.knownAs),
  ],
)

/** Counts towards a public page's limits, even after a conversation is deleted. */
export const visitorQuestions = pgTable(
  'visitor_questions',
  {
    id: uuid().primaryKey().defaultRandom(),
    integrationId: integrationId(),
    visitorId: partOf(() => visitors.id),
    askedAt: at().notNull().defaultNow(),
  },
  (table) => [index('visitor_questions_integration').on(table.integrationId, table.askedAt)],
)
