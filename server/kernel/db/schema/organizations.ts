import { sql } from 'drizzle-orm'
import { jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../../../../src/services/contract/roles.ts'
import { users } from './accounts.ts'

export const organizations = pgTable(
  'organizations',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    slug: text().notNull(),
    description: text().notNull().default(''),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    logoUrl: text(),
    /** Null without a trial: only a person's first organization has one. The previous version does not set it. */
    trialEndsAt: timestamp({ withTimezone: true }).default(sql`now() + interval '14 days'`),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('organizations_slug').on(sql`lower(${table.slug})`)],
)

export const memberships = pgTable(
  'memberships',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    joinedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)
