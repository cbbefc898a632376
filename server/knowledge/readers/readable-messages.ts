import { sql } from 'drizzle-orm'
import type { Sight } from './may-read.ts'

const arrayOf = (ids: ReadonlySet<string>) => sql`${`{${[...ids].join()}}`}::uuid[]`

/** Whether somebody may read a message, which is called `m`. What they may not is not found by its words either. */
export const mayReadMessage = ({ bases, closed }: Sight) =>
  sql`m.read_from <@ ${arrayOf(bases)} and not m.documents_read && ${arrayOf(closed)}`
