import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { organizations } from './organizations.ts'

/** Feedback about Lectern; it outlives its author's account and organization. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().defaultRandom(),
    message: text().notNull(),
    page: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('feedback_created').on(table.createdAt)],
)
