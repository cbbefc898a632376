import { sql } from 'drizzle-orm'
import type { ReadAccess } from './may-read.ts'

const arrayOf = (ids: ReadonlySet<string>) => sql`${`{${[...ids].join()}}`}::uuid[]`

/** Whether someone can read a message, named `m`. Unreadable messages are not found by their words either. */
export const mayReadMessage = ({ bases, closed }: ReadAccess) =>
  sql`m.read_from <@ ${arrayOf(bases)} and not m.documents_read && ${arrayOf(closed)}`
