import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { refusal } from '../errors.ts'
import { say, written } from '../texts/say.ts'
import { within } from '../within.ts'

const PATIENCE = 5_000 // ms

/** Whether an upload could be stored now. */
export const canStoreFiles = (files: Context['files']) =>
  within(files.probe(), PATIENCE, 'no answer in time').then(
    () => true,
    () => false,
  )

/**
 * Whether the server can do its work. Where the database answers, it does: without room for files uploads alone are
 * refused, and taking every process out of a balancer would refuse questions as well.
 * @throws Refusal 503 when the database does not answer
 */
export async function readinessOf({ db, files }: Pick<Context, 'db' | 'files'>) {
  await within(db.execute(sql`select 1`), PATIENCE, 'no answer in time').catch(() => {
    throw refusal('database_silent')
  })
  return (await canStoreFiles(files))
    ? { status: 'ok' }
    : { status: 'degraded', detail: written(say('files_away')) }
}
