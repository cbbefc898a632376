import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { InvitedRole } from '../../../../src/services/contract/invitations.ts'
import { users } from './accounts.ts'
import { organizations } from './organizations.ts'

/**
 * Only the token's SHA-256 is stored: the token is derived from the id and JWT_SECRET, and so can be derived
 * again for copying. A pending invitation past `expiresAt` has expired.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    role: text().$type<InvitedRole>().notNull(),
    status: text().$type<'pending' | 'accepted' | 'declined' | 'revoked'>().notNull().default('pending'),
    tokenHash: text().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    uniqueIndex('invitations_pending')
      .on(table.organizationId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_organization').on(table.organizationId, table.createdAt),
  ],
)
