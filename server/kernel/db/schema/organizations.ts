import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditActorKind } from '../../../../src/services/contract/audit.ts'
import type { InvitedRole } from '../../../../src/services/contract/invitations.ts'
import type { Role } from '../../../../src/services/contract/roles.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'

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
    trialEndsAt: at().default(sql`now() + interval '14 days'`),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('organizations_slug').on(sql`lower(${table.slug})`)],
)

export const memberships = pgTable(
  'memberships',
  {
    organizationId: partOf(() => organizations.id),
    userId: partOf(() => users.id),
    role: text().$type<Role>().notNull(),
    joinedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/**
 * Only the token's SHA-256 is stored: the token is derived from the id and JWT_SECRET, and so can be derived
 * again for copying. A pending invitation past `expiresAt` has expired.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    /** In lower case. */
    email: text().notNull(),
    role: text().$type<InvitedRole>().notNull(),
    status: text().$type<'pending' | 'accepted' | 'declined' | 'revoked'>().notNull().default('pending'),
    tokenHash: text().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    uniqueIndex('invitations_pending')
      .on(table.organizationId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_organization').on(table.organizationId, table.createdAt),
  ],
)

/**
 * Who did what in an organization. A trigger refuses updates, and deletions except by retention. Entries have
 * no foreign keys: they outlive their subjects and keep the names of the time.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().notNull(),
    at: at().notNull().default(sql`clock_timestamp()`),
    action: text().$type<AuditAction>().notNull(),
    actorKind: text().$type<AuditActorKind>().notNull(),
    actorId: uuid(),
    actorName: text().notNull(),
    actorEmail: text(),
    apiKeyId: uuid(),
    apiKeyName: text(),
    targetId: uuid(),
    targetName: text(),
    details: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [index('audit_entries_organization').on(table.organizationId, table.at, table.id)],
)
