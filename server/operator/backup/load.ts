import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { applyMigrations, knownMigrations, prepareMigrations } from '../../kernel/db/migrations.ts'
import { OperatorError } from '../command.ts'
import { quoted } from './dump.ts'
import type { Manifest } from './manifest.ts'

/** Maximum size of one insert statement, unless a single row is longer. */
const STATEMENT_BYTES = 1024 * 1024

/** Drops everything Lectern created, and nothing of extensions or other schemas. */
export async function dropAll(client: pg.PoolClient): Promise<void> {
  const notOfExtension = (catalogue: string, oid: string) =>
    `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table %s cascade', c.oid::regclass) as statement from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${notOfExtension('pg_class', 'c.oid')}
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')}
    union all
    select format('drop collation %s cascade', l.oid::regcollation) from pg_collation l
      where l.collnamespace = 'public'::regnamespace and ${notOfExtension('pg_collation', 'l.oid')}`,
  )
  for (const { statement } of rows) await client.query(statement)
  await client.query('drop schema if exists drizzle cascade')
}

/**
 * Creates the schema that the backup was made from, lets `load` fill it, and migrates it. Foreign keys are
 * checked at the end, all at once; triggers do not fire.
 */
export async function rebuild(
  client: pg.PoolClient,
  { migrations, tables, sequences, deleted }: Manifest,
  load: () => Promise<void>,
): Promise<void> {
  const known = knownMigrations()
  await prepareMigrations(client)
  await applyMigrations(client, known.slice(0, migrations.length))
  const references = await client.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references.rows)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await load()
  await checkCounts(client, tables)
  for (const { name, value, is_called } of sequences)
    await client.query('select setval($1, $2, $3)', [quoted(name), value, is_called])
  for (const { table, name, definition } of references.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  await client.query('delete from document_versions where id = any($1)', [deleted])
  await client.query(
    'delete from documents where not exists (select from document_versions v where v.document_id = documents.id)',
  )
  await applyMigrations(client, known.slice(migrations.length))
}

async function checkCounts(client: pg.PoolClient, tables: Manifest['tables']): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${quoted(name)}`)
    if (rows[0].count !== expected)
      throw new OperatorError(`${name} has ${rows[0].count} rows instead of ${expected}.`)
  }
}

/** Inserts a table's rows as written by `dumpDatabase`. */
export async function loadTable(
  client: pg.PoolClient,
  { name, columns }: Manifest['tables'][number],
  compressed: Readable,
): Promise<void> {
  const list = columns.map(quoted).join(', ')
  const table = quoted(name)
  const insert = (rows: string[]) =>
    client.query(
      `insert into ${table} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${rows.join(',')}]`],
    )
  let rows: string[] = []
  let length = 0
  for await (const line of linesOf(compressed.pipe(createGunzip()))) {
    rows.push(line)
    length += line.length
    if (length < STATEMENT_BYTES) continue
    await insert(rows)
    rows = []
    length = 0
  }
  if (rows.length > 0) await insert(rows)
}

/** For text whose lines end in \n only: `readline` also splits at other characters. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8')
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
}
