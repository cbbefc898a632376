import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Values } from '../../../../src/services/contract/coded-text.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { organizations } from './organizations.ts'

/** A user's notification; `organizationId` is set if its link leads to an organization's page. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOf(() => users.id),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** Values in both texts; null in older rows. */
    values: jsonb().$type<Values>(),
    link: text(),
    // In milliseconds, like JSON: a page then begins exactly after the last entry.
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    readAt: at(),
  },
  (table) => [index('notifications_user').on(table.userId, table.createdAt, table.id)],
)
