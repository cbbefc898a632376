import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { Channel } from '../../../../src/services/contract/conversations.ts'
import type { Erasure } from '../../../../src/services/contract/personal-data.ts'
import type { ModelUse } from './conversations.ts'
import { integrations } from './integrations.ts'
import { organizations } from './organizations.ts'

const at = () => timestamp({ withTimezone: true })
const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** How long conversations are kept. Without an assistant and a channel it is the organization's default. */
export const retentionRules = pgTable(
  'retention_rules',
  {
    organizationId: organizationId(),
    integrationId: uuid().references(() => integrations.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>(),
    /** Null: for good. */
    days: integer(),
  },
  (table) => [
    unique('retention_rules_scope')
      .on(table.organizationId, table.integrationId, table.channel)
      .nullsNotDistinct(),
  ],
)

/** How long other records are kept: null for as long as without a rule. */
export const recordRetention = pgTable('record_retention', {
  organizationId: organizationId().primaryKey(),
  auditDays: integer(),
  deletedDocumentDays: integer(),
  deliveryDays: integer(),
})

/** What a run has deleted until now: the audit log is told once, at its end, also where another process ends it. */
export const retentionRuns = pgTable('retention_runs', {
  organizationId: organizationId().primaryKey(),
  conversations: integer().notNull(),
  handovers: integer().notNull(),
  visitors: integer().notNull(),
  auditEntries: integer().notNull().default(0),
  documents: integer().notNull().default(0),
  deliveries: integer().notNull().default(0),
})

/** The figures of an answer whose conversation is no longer kept: neither words nor people, its time by quarters. */
export const pastAnswers = pgTable(
  'past_answers',
  {
    integrationId: uuid()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>().notNull(),
    createdAt: at().notNull(),
    answered: boolean(),
    model: text(),
    promptTokens: integer(),
    completionTokens: integer(),
    modelUses: jsonb().$type<ModelUse[]>().notNull(),
  },
  (table) => [index('past_answers_integration').on(table.integrationId, table.createdAt)],
)

/**
 * Who was erased, by ids and by keyed hashes of their addresses: what a restored backup brings back of them is erased
 * again. Without references, since the list outlives what it is about.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().notNull(),
    requestedBy: uuid(),
    /** Nothing is erased that came later. */
    requestedAt: at().notNull().defaultNow(),
    finishedAt: at(),
    userId: uuid(),
    visitorIds: uuid().array().notNull(),
    /** In lower case, until it is finished. */
    emails: text().array().notNull(),
    emailHashes: text().array().notNull(),
    /** Their account is deleted, too. */
    takesAccount: boolean().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    erased: jsonb().$type<Erasure['erased']>().notNull(),
  },
  (table) => [index('erasures_organization').on(table.organizationId, table.requestedAt)],
)
