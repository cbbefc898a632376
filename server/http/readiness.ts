import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { refusal } from '../errors.ts'
import { within } from '../within.ts'

const PATIENCE = 5_000 // ms

const answered = (work: Promise<unknown>, code: 'database_silent' | 'files_away') =>
  within(work, PATIENCE, 'no answer in time').catch(() => {
    throw refusal(code)
  })

/**
 * Whether the server can do its work: the database answers, and an upload could be stored.
 * @throws Refusal 503 with the first thing that is missing
 */
export async function assertReady({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  await answered(db.execute(sql`select 1`), 'database_silent')
  await answered(files.probe(), 'files_away')
}
