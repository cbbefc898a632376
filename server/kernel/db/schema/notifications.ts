import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Values } from '../../../../src/services/contract/said.ts'
import { users } from './accounts.ts'
import { organizations } from './organizations.ts'

/** What one user was told; `organizationId` is where its link leads, where it leads to one organization's page. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** What differs in both texts; null in those of before. */
    values: jsonb().$type<Values>(),
    link: text(),
    // To the millisecond, as JSON tells it: a page begins exactly after the last one.
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    readAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('notifications_user').on(table.userId, table.createdAt, table.id)],
)
