import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { organizations } from './organizations.ts'

const at = () => timestamp({ withTimezone: true })
const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** What a provider manages people and groups with. Only the SHA-256 of the secret is kept. */
export const provisioningTokens = pgTable(
  'provisioning_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text().notNull(),
    prefix: text().notNull(),
    secretHash: text().notNull(),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('provisioning_tokens_secret').on(table.secretHash),
    index('provisioning_tokens_organization').on(table.organizationId),
  ],
)

/** People whom the provider of an organization manages. One without a membership is inactive. */
export const provisionedUsers = pgTable(
  'provisioned_users',
  {
    organizationId: organizationId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    externalId: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Groups of the provider; roles are given by their names. */
export const provisionedGroups = pgTable(
  'provisioned_groups',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text().notNull(),
    externalId: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('provisioned_groups_name').on(table.organizationId, sql`lower(${table.name})`)],
)

export const provisionedGroupMembers = pgTable(
  'provisioned_group_members',
  {
    groupId: uuid()
      .notNull()
      .references(() => provisionedGroups.id, { onDelete: 'cascade' }),
    organizationId: uuid().notNull(),
    userId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    foreignKey({
      name: 'provisioned_group_members_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [provisionedUsers.organizationId, provisionedUsers.userId],
    }).onDelete('cascade'),
    index('provisioned_group_members_user').on(table.organizationId, table.userId),
  ],
)
