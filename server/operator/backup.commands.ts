import path from 'node:path'
import { acceptSecret, isItsSecret, OTHER_SECRET } from '../kernel/config/same-secret.ts'
import { backUp } from './backup/backup.ts'
import { readErasures, readList } from './backup/erasures.ts'
import { noteBackup } from './backup/marks.ts'
import { readBackup, restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { OperatorError } from './command.ts'
import { migrated, openConnection } from './connection.ts'

const MB = 1024 * 1024
/** The archive is complete, except for files that had been lost before. */
const WITH_LOSSES = 3

const backupCommand: Command = {
  name: 'backup',
  usage: '<file> [--despite-losses]',
  does: 'Writes database, files and secret into one tar archive, also while Lectern runs.',
  details: [
    'The archive gives access to everything in Lectern. Encrypt it and keep it on another machine.',
    'The exit code is 3 if the archive is complete, except for files that were missing already: they are named.',
    'No archive is made if every file is missing, or at least three and more than a tenth of all. --despite-losses makes one anyway.',
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
  does: 'Checks a backup, restores it into an empty installation, and migrates it.',
  details: [
    'Stop Lectern first. --replace deletes all existing data.',
    'People erased since the backup are erased again, using the list in the replaced database and the list given with --erasures.',
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
  does: 'Prints the list of erasures, one per line, without names or addresses.',
  details: ['Keep it beside the backups, and give it to `restore --erasures` if the database is lost.'],
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
    'Everyone must log in again. Set up two-factor log-in, webhooks, single sign-on, model providers, sources with credentials, channels, Zendesk and verified customers again: their secrets can no longer be read.',
    'With two-factor log-in, people need a backup code to log in. For those without one: lectern user end-two-factor <email>',
    'Open invitations must be sent again. People who were removed or erased are no longer recognized by their address.',
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
