import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { unavailable } from '../errors.ts'

const PATIENCE = 5_000 // ms

const within = (work: Promise<unknown>, refusal: string) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE)
  })
  return Promise.race([work, late])
    .catch(() => {
      throw unavailable(refusal)
    })
    .finally(() => clearTimeout(timer))
}

/**
 * Whether the server can do its work: the database answers, and an upload could be stored.
 * @throws Refusal 503 with the first thing that is missing
 */
export async function assertReady({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  await within(db.execute(sql`select 1`), 'The database does not answer.')
  await within(files.probe(), 'No file can be stored.')
}
