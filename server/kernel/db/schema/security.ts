import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ApiKeyScope } from '../../../../src/services/contract/security.ts'
import { users } from './accounts.ts'
import { integrations } from './integrations.ts'
import { bytea } from './knowledge.ts'
import { organizations } from './organizations.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

const at = () => timestamp({ withTimezone: true })

/** Links sent by mail; only the SHA-256 of the token is kept. `email` is the address that one proves. */
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
 * Mails that no SMTP server took because none is set: an operator reads them on the outbox page. One that
 * carries a link goes with it.
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
    /** Whose business it is; null where it is about an account. */
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [index('mails_link').on(table.linkId)],
)

/** Every try to log in to an account that exists. */
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

/** TOTP. The secret is encrypted; `lastStep` is the 30-second step of the last code that was taken. */
export const twoFactors = pgTable('two_factors', {
  userId: ofUser().primaryKey(),
  secret: text().notNull(),
  confirmedAt: at(),
  lastStep: integer().notNull().default(0),
})

/** Each opens the account once; a used one is deleted. */
export const backupCodes = pgTable(
  'backup_codes',
  { userId: ofUser(), codeHash: text().notNull() },
  (table) => [uniqueIndex('backup_codes_code').on(table.userId, table.codeHash)],
)

/**
 * Only the SHA-256 of the secret is kept; `prefix` is what a person recognises it by. The key of an organization
 * acts in the name of a user of its own, who cannot log in and is no member.
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

/** Photos of people and logos of organizations, re-encoded; the id in the address is what lets them be seen. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** The logo of an assistant: its draft and its versions may each have another. */
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
