import { chainOf, isDatabaseAway, isDiskFull } from './errors.ts'

const NO_DATABASE = '3D000'
const NOT_ALLOWED = '42501'
const CLASS_OF_LOG_IN = '28'

/** Advice for the operator if the database refuses to work; null for other errors. */
export function databaseAdvice(error: unknown): string | null {
  for (const { code, message } of chainOf(error) as NodeJS.ErrnoException[]) {
    if (code === NO_DATABASE) return `${message}. Make it: createdb --owner=<user> <name>`
    if (code === NOT_ALLOWED)
      return `${message}. Make its user the owner: alter database <name> owner to <user>, and reassign owned by <other> to <user>`
    if (code?.startsWith(CLASS_OF_LOG_IN)) return `${message}. Check user and password`
  }
  if (isDatabaseAway(error)) return 'no database answers there'
  return isDiskFull(error) ? 'its disk has no room left' : null
}
