import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { Channel } from '../../../../src/services/contract/conversations.ts'
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

/** What a run has deleted until now: the audit log is told once, at its end, also where another process ends it. */
export const retentionRuns = pgTable('retention_runs', {
  organizationId: organizationId().primaryKey(),
  conversations: integer().notNull(),
  handovers: integer().notNull(),
  visitors: integer().notNull(),
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
