import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DefaultRole, RoleMapping } from '../../../../src/services/contract/single-sign-on.ts'
import { sessions, users } from './accounts.ts'
import { at, keyOf } from './columns.ts'
import { organizations } from './organizations.ts'

const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The OpenID provider through which an organization's members sign in. The secret is encrypted. */
export const identityProviders = pgTable('identity_providers', {
  organizationId: organizationId().primaryKey(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  clientSecret: text().notNull(),
  defaultRole: text().$type<DefaultRole>().notNull(),
  /** The claim with roles or groups, with dots for nested objects; '' for none. */
  roleClaim: text().notNull().default(''),
  roleMappings: jsonb().$type<RoleMapping[]>().notNull().default([]),
  /** Addresses of verified domains can sign in only through the provider. */
  enforced: boolean().notNull().default(false),
  updatedAt: at().notNull().defaultNow(),
})

/** An organization's email domains; a DNS record with the token verifies one, for one organization at a time. */
export const emailDomains = pgTable(
  'email_domains',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: organizationId(),
    domain: text().notNull(),
    token: text().notNull(),
    verifiedAt: at(),
    /** Last DNS look-up of the record. */
    checkedAt: at().notNull().defaultNow(),
    /** Since when a verified domain's record is missing. */
    missingSince: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('email_domains_organization').on(table.organizationId, table.domain),
    uniqueIndex('email_domains_verified').on(table.domain).where(sql`${table.verifiedAt} is not null`),
  ],
)

/**
 * A sign-in in progress: state and browser as hashes, each used once. The provider's response is sealed until
 * the app's page fetches its tokens.
 */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    stateHash: text().primaryKey(),
    browserHash: text().notNull(),
    organizationId: organizationId(),
    codeVerifier: text().notNull(),
    nonce: text().notNull(),
    returnTo: text().notNull(),
    usedAt: at(),
    result: text(),
    expiresAt: at().notNull(),
  },
  (table) => [index('provider_sign_ins_browser').on(table.browserHash)],
)

/** The user that a provider's subject refers to; a removed person cannot rejoin by signing in. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    organizationId: organizationId(),
    userId: userId(),
    subject: text(),
    removedAt: at(),
    /** Keyed hashes of the confirmed addresses that they had as a member, and no longer have. */
    formerAddresses: text().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    uniqueIndex('provider_identities_subject').on(table.organizationId, table.subject),
  ],
)

/**
 * Addresses of removed people, as keyed hashes: they stay when the account is deleted, so that it does not rejoin
 * by signing in.
 */
export const removedAddresses = pgTable(
  'removed_addresses',
  { organizationId: organizationId(), addressHash: text().notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.addressHash] })],
)

/** Sessions begun by a provider, and how the provider ends or renews them. */
export const providerSessions = pgTable(
  'provider_sessions',
  {
    sessionId: keyOf(() => sessions.id),
    organizationId: organizationId(),
    subject: text().notNull(),
    sid: text(),
    /** Encrypted; null if the provider gives none. */
    refreshToken: text(),
    checkedAt: at().notNull().defaultNow(),
  },
  (table) => [index('provider_sessions_subject').on(table.organizationId, table.subject)],
)
