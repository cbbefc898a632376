import path from 'node:path'
import { acceptSecret, isItsSecret, OTHER_SECRET } from '../kernel/config/same-secret.ts'
import { backUp } from './backup/backup.ts'
import { readErasures, readList } from './backup/erasures.ts'
import { noteBackup } from './backup/last-backup.ts'
import { readBackup, restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { migrated, openConnection } from './connection.ts'
import { OperatorError } from './operator-error.ts'

const MB = 1024 * 1024
/** The archive is complete, except for files that had been lost before. */
const WITH_LOSSES = 3

const backupCommand: Command = {
  name: 'backup',
  usage: '<file> [--despite-losses]',
  does: 'Writes database, files and secret into one tar archive, also while Lectern runs.',
  details: [
    'The archive opens everything that Lectern holds: keep it encrypted, and on another machine.',
    'The exit code is 3 if the archive is complete, except for files that were missing already: they are named.',
    'There is no archive if three files or more, and over a tenth, are missing, or all. With --despite-losses there is.',
    'On the embedded database, requests wait while the tables are read, about a second for 100 MB.',
  ],
  options: { 'despite-losses': { type: 'boolean' } },
  async run({ config, arguments: [file = ''], options, say }) {
    const { pool, kind, close } = await openConnection(config)
    try {
      // The wrong secret would be archived, and nothing sealed could be opened after a restore.
      if ((await isItsSecret(pool, config)) === false) throw new OperatorError(`JWT_SECRET: ${OTHER_SECRET}`)
      const source = { config, pool, kind, despiteLosses: options['despite-losses'] === true }
      const { bytes, rows, files, lost } = await backUp(source, path.resolve(file))
      say(`Backed up ${rows} rows and ${files} files to ${file} (${(bytes / MB).toFixed(1)} MB).`)
      await noteBackup(config.dataDir).catch(({ message }: Error) =>
        say(`The backup is whole, but its time could not be noted for the metrics: ${message}`),
      )
      for (const id of lost)
        say(`The file ${id} is missing in the data folder. Its document can be searched, but not read again.`)
      return lost.length === 0 ? 0 : WITH_LOSSES
    } finally {
      await close()
    }
  },
}

const restoreCommand: Command = {
  name: 'restore',
  usage: '<file> [--replace] [--erasures <list>]',
  does: 'Checks a backup, puts it in the place of an empty installation, and brings it up to date.',
  details: [
    'Stop Lectern first. With --replace all that is there is deleted.',
    'Who was erased since is erased again: by the list of what is replaced, and by one that `lectern erasures` has printed.',
    'A backup of the embedded database can be restored into a PostgreSQL, and the other way round.',
  ],
  options: { replace: { type: 'boolean' }, erasures: { type: 'string' } },
  async run({ config, env, arguments: [file = ''], options, say }) {
    const backup = await readBackup(path.resolve(file))
    const erasures = options.erasures ? await readList(path.resolve(String(options.erasures))) : []
    const { pool, isShared, close } = await openConnection(config)
    try {
      if (isShared) throw new OperatorError('Lectern runs on this data folder. Stop it first.')
      const target = { dataDir: config.dataDir, s3: config.s3, secret: env.JWT_SECRET || null, pool }
      await restore(target, backup, { mayReplace: options.replace === true, erasures })
    } finally {
      await close()
    }
    const { made_at, lectern } = backup.manifest
    say(`Restored the backup of ${made_at} by Lectern ${lectern}. Start Lectern.`)
    return 0
  },
}

const erasuresCommand: Command = {
  name: 'erasures',
  usage: '',
  does: 'Prints the list of erasures, without names and addresses, a line each.',
  details: ['Keep it beside the backups, and give it to `restore --erasures` where the database is lost.'],
  async run({ config, say }) {
    const { pool, close } = await openConnection(config)
    try {
      for (const line of await readErasures(pool)) say(JSON.stringify(line))
      return 0
    } finally {
      await close()
    }
  },
}

const acceptSecretCommand: Command = {
  name: 'accept-secret',
  usage: '',
  does: 'Lets Lectern use the database with another JWT_SECRET than before.',
  details: [
    'Everybody has to log in again. Two-factor log-in, webhooks, single sign-on and model providers have to be set up again, since their secrets cannot be read any more.',
  ],
  async run({ config, say }) {
    const connection = await openConnection(config)
    try {
      await migrated(connection)
      await acceptSecret(connection.pool, config)
    } finally {
      await connection.close()
    }
    say('The secret is accepted. Restart every Lectern that uses this database.')
    return 0
  },
}

export const backupCommands = [backupCommand, restoreCommand, erasuresCommand, acceptSecretCommand]
