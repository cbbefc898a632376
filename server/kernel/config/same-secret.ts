import { hkdfSync } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.ts'
import { ConfigError } from './environment.ts'

type Queries = Pick<pg.Pool, 'query'>
type Secret = Pick<Config, 'jwtSecret'>

const FINGERPRINT_BYTES = 16

export const OTHER_SECRET =
  'The database uses a different secret. Set the value that the other processes use, or the previous one. ' +
  'If it was changed on purpose, run: lectern accept-secret'

const fingerprintOf = ({ jwtSecret }: Secret) =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', 'fingerprint', FINGERPRINT_BYTES)).toString('hex')

/** Whether the database uses this secret; null if no Lectern that records it has started on it. */
export async function isItsSecret(database: Queries, config: Secret): Promise<boolean | null> {
  const { rows: known } = await database.query(`select to_regclass('installation') is not null as exists`)
  if (!known[0]?.exists) return null
  const { rows } = await database.query('select secret_fingerprint from installation')
  return rows[0] ? rows[0].secret_fingerprint === fingerprintOf(config) : null
}

/** Records that the database uses this secret from now on. */
export const acceptSecret = (database: Queries, config: Secret) =>
  database.query(
    `insert into installation (secret_fingerprint) values ($1)
      on conflict (id) do update set secret_fingerprint = excluded.secret_fingerprint`,
    [fingerprintOf(config)],
  )

/**
 * All processes on a database share its secret: with a different one, sessions and two-factor codes are
 * refused, and webhooks cannot be signed.
 * @throws ConfigError
 */
export async function assertItsSecret(database: Queries, config: Secret): Promise<void> {
  await database.query('insert into installation (secret_fingerprint) values ($1) on conflict do nothing', [
    fingerprintOf(config),
  ])
  if (await isItsSecret(database, config)) return
  throw new ConfigError(`JWT_SECRET: ${OTHER_SECRET}`)
}
