import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Channel } from '../../../../src/services/contract/conversations.ts'
import type { Erasure } from '../../../../src/services/contract/personal-data.ts'
import { at, partOf } from './columns.ts'
import type { ModelUse } from './conversations.ts'
import { integrations } from './integrations.ts'
import { organizations } from './organizations.ts'

const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** How long conversations are kept. A row without assistant and channel is the organization's default. */
export const retentionRules = pgTable(
  'retention_rules',
  {
    organizationId: organizationId(),
    integrationId: uuid().references(() => integrations.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>(),
    /** Null: forever. */
    days: integer(),
  },
  (table) => [
    unique('retention_rules_scope')
      .on(table.organizationId, table.integrationId, table.channel)
      .nullsNotDistinct(),
  ],
)

/** How long other records are kept; null: the default without a rule. */
export const recordRetention = pgTable('record_retention', {
  organizationId: organizationId().primaryKey(),
  auditDays: integer(),
  deletedDocumentDays: integer(),
  deliveryDays: integer(),
})

/** Deletions of a run so far: the audit log records them when it ends, in whichever process. */
export const retentionRuns = pgTable('retention_runs', {
  organizationId: organizationId().primaryKey(),
  conversations: integer().notNull(),
  handovers: integer().notNull(),
  visitors: integer().notNull(),
  auditEntries: integer().notNull().default(0),
  documents: integer().notNull().default(0),
  deliveries: integer().notNull().default(0),
})

/** Figures of an answer whose conversation was deleted: no words or people, and its time by the quarter-hour. */
export const pastAnswers = pgTable(
  'past_answers',
  {
    integrationId: partOf(() => integrations.id),
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
 * Erased people, by ids and keyed hashes of their addresses, so that a restored backup's copy is erased again.
 * No foreign keys, since the list outlives its subjects.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().notNull(),
    requestedBy: uuid(),
    /** Nothing later is erased. */
    requestedAt: at().notNull().defaultNow(),
    finishedAt: at(),
    userId: uuid(),
    visitorIds: uuid().array().notNull(),
    /** In lower case; kept until it is finished. */
    emails: text().array().notNull(),
    emailHashes: text().array().notNull(),
    /** Whether their account is deleted as well. */
    takesAccount: boolean().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    erased: jsonb().$type<Erasure['erased']>().notNull(),
  },
  (table) => [index('erasures_organization').on(table.organizationId, table.requestedAt)],
)
