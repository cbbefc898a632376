import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import * as z from 'zod/mini'
import { OperatorError } from '../command.ts'

/** A row of the list of erasures, as PostgreSQL writes it; fields of later versions are accepted. */
const ErasureLine = z.looseObject({
  id: z.uuid(),
  organization_id: z.uuid(),
  requested_at: z.string(),
  user_id: z.nullable(z.uuid()),
  visitor_ids: z.array(z.uuid()),
  email_hashes: z.array(z.string()),
})
export type ErasureLine = z.infer<typeof ErasureLine>

/** Without addresses: finished erasures have none, and the others are known by their hashes. */
export async function readErasures(client: pg.Pool | pg.PoolClient): Promise<ErasureLine[]> {
  const known = await client.query(`select to_regclass('public.erasures') as name`)
  if (known.rows[0].name === null) return []
  const { rows } = await client.query(
    `select row_to_json(e)::jsonb - 'emails' as line from erasures e order by requested_at`,
  )
  return rows.map(({ line }) => line)
}

/**
 * npm writes the command above the list, in lines that begin with `>`.
 * @throws OperatorError for a file that is not such a list
 */
export async function readList(file: string): Promise<ErasureLine[]> {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist.`)
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => !/^(?:>|\s*$)/.test(line))
  try {
    return lines.map((line) => z.parse(ErasureLine, JSON.parse(line)))
  } catch {
    throw new OperatorError(`${file} is no list of erasures. Make one by: lectern erasures`)
  }
}

/** The server carries out those unknown to the backup before it responds. */
export async function addErasures(client: pg.PoolClient, lines: readonly ErasureLine[]): Promise<void> {
  const open = lines.map((line) => ({ ...line, emails: [], done: 0, finished_at: null }))
  await client.query(
    'insert into erasures select * from json_populate_recordset(null::erasures, $1::json) on conflict (id) do nothing',
    [JSON.stringify(open)],
  )
}
