import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { refusal } from '../errors.ts'
import { say, written } from '../texts/say.ts'
import { within } from '../within.ts'

const PATIENCE = 5_000 // ms

/** Whether an upload can be stored now. */
export const canStoreFiles = (files: Context['files']) =>
  within(files.probe(), PATIENCE, 'no answer in time').then(
    () => true,
    () => false,
  )

/**
 * Whether the server can work: it can if the database responds. Without disk space only uploads are refused;
 * taking every process out of a load balancer would refuse questions as well.
 * @throws Refusal 503 if the database does not respond
 */
export async function readinessOf({ db, files }: Pick<Context, 'db' | 'files'>) {
  await within(db.execute(sql`select 1`), PATIENCE, 'no answer in time').catch(() => {
    throw refusal('database_silent')
  })
  return (await canStoreFiles(files))
    ? { status: 'ok' }
    : { status: 'degraded', detail: written(say('files_away')) }
}
