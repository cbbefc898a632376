import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, partOf } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    profilePictureUrl: text(),
    jobTitle: text().notNull().default(''),
    timezone: text().notNull().default(''),
    locale: text().notNull().default(''),
    /** When a mailed link confirmed the address; null until then. */
    emailVerifiedAt: at(),
    /** Since when the operator has barred it from logging in; null: it is not barred. */
    disabledAt: at(),
    /** Administers the installation, like the accounts in ADMINISTRATORS. */
    isAdministrator: boolean().notNull().default(false),
    /** When one of their organizations began a trial: each person gets one. */
    triedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
)

/** A sign-in on a device: the family of its rotating refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOf(() => users.id),
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
    lastSeenAt: at().notNull().defaultNow(),
    revokedAt: at(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/**
 * Only the id is stored: the token is a JWT that can be signed again from its row, byte for byte. `usedAt` is
 * when it, or its access token, was first seen again.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    sessionId: partOf(() => sessions.id),
    parentId: uuid().references((): AnyPgColumn => refreshTokens.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
    rotatedAt: at(),
    usedAt: at(),
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    uniqueIndex('refresh_tokens_parent').on(table.parentId),
  ],
)

/** The response to a write with an `Idempotency-Key`, returned again if the write is repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: partOf(() => users.id),
    key: text().notNull(),
    route: text().notNull(),
    /** SHA-256 of the address and the body: the key is valid for this write only. */
    requestHash: text(),
    status: text(),
    body: text(),
    /** The process working on it: once that is gone, the write can be begun again. */
    processId: uuid(),
    /** The answer that the write began: a repeat gets it, whichever process finishes it. */
    answerId: uuid(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('idempotency_keys_key').on(table.userId, table.route, table.key)],
)
