import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { GroupManager } from '../../../../src/services/contract/groups.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { organizations } from './organizations.ts'

const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** Token with which a provider manages people and groups. Only the secret's SHA-256 is stored. */
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

/** People managed by an organization's provider. One without a membership is inactive. */
export const provisionedUsers = pgTable(
  'provisioned_users',
  {
    organizationId: organizationId(),
    userId: partOf(() => users.id),
    externalId: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/**
 * Groups of people. Those of the provider also give roles by name. The table's name dates from when it held
 * only those.
 */
export const groups = pgTable(
  'provisioned_groups',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text().notNull(),
    managedBy: text().$type<GroupManager>().notNull().default('provider'),
    /** The provider's own id, or the claim value that makes someone a member. */
    externalId: text(),
    /** The group's address in connected services, in lower case. */
    serviceAddress: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('provisioned_groups_name').on(table.organizationId, sql`lower(${table.name})`),
    uniqueIndex('provisioned_groups_service_address').on(table.organizationId, table.serviceAddress),
  ],
)

/** A trigger on `memberships` removes people who leave from the groups that the provider does not manage. */
export const groupMembers = pgTable(
  'group_members',
  {
    groupId: partOf(() => groups.id),
    userId: partOf(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('group_members_user').on(table.userId, table.groupId),
  ],
)

/** Written only by the previous version while both run: a trigger keeps `group_members` in sync. */
export const formerGroupMembers = pgTable(
  'provisioned_group_members',
  {
    groupId: partOf(() => groups.id),
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
