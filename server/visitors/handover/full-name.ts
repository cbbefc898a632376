import { sql } from 'drizzle-orm'
import type { users } from '../../kernel/db/schema/index.ts'

/** Of an account without a name its address. */
export const fullName = (table: typeof users) =>
  sql<string>`coalesce(nullif(trim(${table.firstName} || ' ' || ${table.lastName}), ''), ${table.email})`
