import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../kernel/config/config.ts'
import { isItsSecret, OTHER_SECRET } from '../../kernel/config/same-secret.ts'
import { databaseAdvice, NO_ANSWER } from '../../kernel/db/errors.ts'
import { appliedMigrations, knownMigrations } from '../../kernel/db/migrations.ts'
import { guardedDb } from '../../kernel/db/open.ts'
import { countOutdated, modelOf } from '../../knowledge/retrieval/outdated.ts'
import { type Connection, openConnection } from '../connection.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'

const OLDEST = 15
const CLOCK_OFF_MAX = 5_000 // ms

export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'database')))
    return [note('database', 'embedded; it is created at the first start')]
  const connection = await reach(config).catch((error: unknown) =>
    config.databaseUrl ? away(error) : reasonOf(error),
  )
  if (typeof connection === 'string')
    return [
      fault(
        'database',
        config.databaseUrl
          ? connection
          : `The embedded database does not open (${connection}). Restore a backup: lectern restore <file>`,
      ),
    ]
  const { close } = connection
  try {
    return await findingsOf(connection, config)
  } catch (error) {
    return [fault('database', `It cannot be read: ${databaseAdvice(error) ?? reasonOf(error)}.`)]
  } finally {
    await close()
  }
}

const away = (error: unknown) => {
  const reason = databaseAdvice(error) ?? reasonOf(error)
  return reason === NO_ANSWER
    ? `It does not answer (${reasonOf(error)}). Check address, user and password in DATABASE_URL.`
    : `It does not let Lectern in: ${reason}.`
}

async function findingsOf({ pool, kind, isShared }: Connection, config: Config): Promise<Finding[]> {
  const started = Date.now()
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as version, extract(epoch from clock_timestamp()) * 1000 as now`,
  )
  const answered = Date.now()
  const [{ version, now }] = rows
  const major = Math.floor(version / 10_000)
  const which = kind === 'embedded' ? `embedded${isShared ? ', in use by a server' : ''}` : 'PostgreSQL'
  return [
    major < OLDEST
      ? fault('database', `PostgreSQL ${major} is too old. Move to ${OLDEST} or newer.`)
      : ok('database', `${which}, version ${major}, answers in ${answered - started} ms`),
    migrationFinding(await appliedMigrations(pool)),
    clockFinding(Number(now) - answered),
    ...(await rightFindings(pool)),
    ...((await isItsSecret(pool, config)) === false ? [fault('secret', OTHER_SECRET)] : []),
    ...(await vectorFindings(pool, modelOf(config))),
  ]
}

/** Each upgrade migrates the schema, which only its owner may do. */
async function rightFindings(pool: Connection['pool']): Promise<Finding[]> {
  const { rows } = await pool.query(
    `select current_user as "user", current_database() as name,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
      array(select distinct relowner::regrole::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and not pg_has_role(relowner, 'usage')) as others`,
  )
  const [{ user, name, mayCreate, others }] = rows
  return [
    ...(mayCreate
      ? []
      : [
          fault(
            'rights',
            `The user ${user} may not create tables. Run: alter database "${name}" owner to ${user}; and, there: alter schema public owner to ${user}`,
          ),
        ]),
    ...others.map((other: string) =>
      fault('rights', `Tables belong to the user ${other}. Run: reassign owned by ${other} to ${user}`),
    ),
  ]
}

async function reach(config: Config) {
  const connection = await openConnection(config)
  try {
    await connection.pool.query('select')
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** After a change of the embedding model; the schema of an earlier release does not record models. */
async function vectorFindings(pool: Connection['pool'], model: string): Promise<Finding[]> {
  const counted = await countOutdated(guardedDb(pool), model).catch(() => null)
  if (!counted) return []
  const passages = [...counted.values()].reduce((sum, one) => sum + one, 0)
  return [
    passages === 0
      ? ok('vectors', `all of ${model}`)
      : note(
          'vectors',
          `${passages} passages have vectors of another model than ${model}. They are found only by words until the running server has re-embedded them.`,
        ),
  ]
}

function migrationFinding(applied: string[]): Finding {
  const known = knownMigrations()
  if (applied.length > known.length)
    return fault('migrations', 'A newer Lectern has used this database. Install that version or a newer one.')
  if (applied.some((hash, at) => hash !== known[at]?.hash))
    return fault(
      'migrations',
      'The schema does not belong to this version of Lectern. Restore a backup into an empty database.',
    )
  const waiting = known.length - applied.length
  return waiting === 0
    ? ok('migrations', 'up to date')
    : note(
        'migrations',
        `${waiting} will be applied at the next start. Make a backup before: lectern backup <file>`,
      )
}

/** Links, sessions and trials depend on both clocks. */
const clockFinding = (difference: number): Finding =>
  Math.abs(difference) > CLOCK_OFF_MAX
    ? fault(
        'clock',
        `It differs from the database's by ${Math.round(difference / 1000)} s. Let both machines keep time by NTP.`,
      )
    : ok('clock', "agrees with the database's")
