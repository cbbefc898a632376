import { sql } from 'drizzle-orm'
import type { users } from '../../kernel/db/schema/index.ts'

/** The address, if an account has no name. */
export const fullName = (table: typeof users) =>
  sql<string>`coalesce(nullif(trim(${table.firstName} || ' ' || ${table.lastName}), ''), ${table.email})`
