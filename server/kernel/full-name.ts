import { sql } from 'drizzle-orm'
import { users } from './db/schema/index.ts'

type Person = { firstName: string | null; lastName: string | null; email: string | null }

/** The name of a person; the address if an account has none. */
export const fullName = <Row extends Person>({ firstName, lastName, email }: Row): string | Row['email'] =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** The same in SQL; `table` is the users' table or an alias of it. */
export const fullNameIn = (table: typeof users = users) =>
  sql<string>`coalesce(nullif(trim(${table.firstName} || ' ' || ${table.lastName}), ''), ${table.email})`
