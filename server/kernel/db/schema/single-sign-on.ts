import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DefaultRole, RoleMapping } from '../../../../src/services/contract/single-sign-on.ts'
import { sessions, users } from './accounts.ts'
import { organizations } from './organizations.ts'

const at = () => timestamp({ withTimezone: true })
const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The OpenID provider that members of an organization sign in by. The secret is encrypted. */
export const identityProviders = pgTable('identity_providers', {
  organizationId: organizationId().primaryKey(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  clientSecret: text().notNull(),
  defaultRole: text().$type<DefaultRole>().notNull(),
  /** The claim that tells roles or groups, with dots into objects; '' for none. */
  roleClaim: text().notNull().default(''),
  roleMappings: jsonb().$type<RoleMapping[]>().notNull().default([]),
  /** Addresses of the verified domains sign in by the provider alone. */
  enforced: boolean().notNull().default(false),
  updatedAt: at().notNull().defaultNow(),
})

/** Email domains of an organization; a DNS record with the token verifies one, for one organization at a time. */
export const emailDomains = pgTable(
  'email_domains',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: organizationId(),
    domain: text().notNull(),
    token: text().notNull(),
    verifiedAt: at(),
    /** When the DNS was last asked for the record. */
    checkedAt: at().notNull().defaultNow(),
    /** Since when the record of a verified domain is missing. */
    missingSince: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('email_domains_organization').on(table.organizationId, table.domain),
    uniqueIndex('email_domains_verified').on(table.domain).where(sql`${table.verifiedAt} is not null`),
  ],
)

/**
 * A sign-in under way: state and browser as hashes, each used once. What the provider told is sealed, and waits
 * for the page of the app to fetch its tokens.
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

/** Whom the provider of an organization means by a subject; a person who was removed does not join by themselves again. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    organizationId: organizationId(),
    userId: userId(),
    subject: text(),
    removedAt: at(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    uniqueIndex('provider_identities_subject').on(table.organizationId, table.subject),
  ],
)

/** The sessions that were begun by a provider, with what the provider ends or renews them by. */
export const providerSessions = pgTable(
  'provider_sessions',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    subject: text().notNull(),
    sid: text(),
    /** Encrypted; null where the provider gives none. */
    refreshToken: text(),
    checkedAt: at().notNull().defaultNow(),
  },
  (table) => [index('provider_sessions_subject').on(table.organizationId, table.subject)],
)
