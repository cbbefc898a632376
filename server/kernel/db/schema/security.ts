import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ApiKeyScope } from '../../../../src/services/contract/security.ts'
import { users } from './accounts.ts'
import { at } from './columns.ts'
import { integrations } from './integrations.ts'
import { bytea } from './knowledge.ts'
import { organizations } from './organizations.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Mailed links; only the token's SHA-256 is stored. `email` is the address that following it proves. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    purpose: text().$type<'reset' | 'email'>().notNull(),
    tokenHash: text().notNull(),
    email: text(),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
  },
  (table) => [
    uniqueIndex('mailed_links_token').on(table.tokenHash),
    index('mailed_links_user').on(table.userId),
  ],
)

/**
 * Mails kept because no SMTP server is set: an operator reads them on the outbox page. And mails that are to be
 * sent: their `body` is sealed, and all there is. A mail is deleted with its link.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    html: text().notNull().default(''),
    linkId: uuid().references(() => mailedLinks.id, { onDelete: 'cascade' }),
    /** The organization concerned; null if it is about an account. */
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** For a mail to be sent. The process sending it sets this ahead, so that another can take over if it dies. */
    nextTryAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('mails_link').on(table.linkId),
    index('mails_due').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
  ],
)

/** Every attempt to log in to an existing account. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    outcome: text().$type<'signed_in' | 'wrong_password' | 'wrong_code'>().notNull(),
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [index('sign_ins_user').on(table.userId, table.createdAt)],
)

/** TOTP. The secret is encrypted; `lastStep` is the 30-second step of the last accepted code. */
export const twoFactors = pgTable('two_factors', {
  userId: ofUser().primaryKey(),
  secret: text().notNull(),
  confirmedAt: at(),
  lastStep: integer().notNull().default(0),
})

/** Each logs in once and is then deleted. */
export const backupCodes = pgTable(
  'backup_codes',
  { userId: ofUser(), codeHash: text().notNull() },
  (table) => [uniqueIndex('backup_codes_code').on(table.userId, table.codeHash)],
)

/**
 * Only the secret's SHA-256 is stored; people recognize it by `prefix`. An organization's key acts as its own
 * user, who cannot log in and is not a member.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    prefix: text().notNull(),
    secretHash: text().notNull(),
    scopes: text().array().$type<ApiKeyScope[]>().notNull(),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('api_keys_secret').on(table.secretHash),
    index('api_keys_user').on(table.userId),
    index('api_keys_organization').on(table.organizationId),
  ],
)

/** Photos of people and logos of organizations, re-encoded; anyone who knows the id can see them. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** An assistant's logo: its draft and each version can have a different one. */
    integrationId: uuid().references(() => integrations.id, { onDelete: 'cascade' }),
    content: bytea().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('pictures_user').on(table.userId).where(sql`${table.userId} is not null`),
    uniqueIndex('pictures_organization')
      .on(table.organizationId)
      .where(sql`${table.organizationId} is not null`),
    index('pictures_integration').on(table.integrationId),
  ],
)
